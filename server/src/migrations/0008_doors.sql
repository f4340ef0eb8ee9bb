-- Up Migration
create index known_devices_device on known_devices (device_hash);
create index mails_user on mails (user_id, kind, created_at);

-- Puzzles whose solution was taken: each of them opens one door once.
create table spent_puzzles (
  nonce_hash bytea primary key,
  spent_at timestamptz not null default now()
);

-- Down Migration
drop table spent_puzzles;
drop index known_devices_device, mails_user;
