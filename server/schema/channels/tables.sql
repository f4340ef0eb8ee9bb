-- Addresses outside the portal where a user receives notices: browsers, messenger chats, telephone numbers.
create table notice_endpoints (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  channel text not null check (channel in ('push', 'telegram', 'whatsapp', 'line', 'max')),
  -- Push: the URL at the push service. WhatsApp: the number with its country code. Others: the id of the chat or person.
  address text not null check (length(address) between 1 and 2000),
  -- Public key and shared secret of a browser (RFC 8291).
  push_keys jsonb,
  -- A browser receives notices until its session is signed out.
  session_id uuid references sessions (id) on delete cascade,
  -- The device or the name in the messenger, as the user recognises it.
  label text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  -- Null until the code that was sent there has been entered.
  confirmed_at timestamptz,
  last_delivered_at timestamptz,
  failing_since timestamptz,
  muted_until timestamptz,
  check ((channel = 'push') = (push_keys is not null and session_id is not null))
);
-- An address belongs to one account. Unconfirmed ones may be claimed by several until one enters the code.
create unique index notice_endpoints_address on notice_endpoints (channel, address) where confirmed_at is not null;
create index notice_endpoints_user on notice_endpoints (user_id);
create index notice_endpoints_session on notice_endpoints (session_id) where session_id is not null;

-- One-time keys that link a messenger chat to an account, and codes that confirm an address.
create table notice_links (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  channel text not null,
  endpoint_id bigint references notice_endpoints (id) on delete cascade,
  key_hash bytea not null,
  attempts integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create unique index notice_links_key on notice_links (key_hash) where endpoint_id is null;
create index notice_links_user on notice_links (user_id, channel);

create table notice_settings (
  user_id integer primary key references users (id),
  -- Deviations from the defaults by event and channel, such as {"closing_soon": {"push": "off"}}.
  choices jsonb not null default '{}',
  -- In `time_zone`; both or neither.
  quiet_from time,
  quiet_to time,
  time_zone text not null default 'Asia/Tokyo',
  urgent_breaks_quiet boolean not null default false,
  digest_at time not null default '08:00',
  -- Pushes name cars and amounts.
  shows_details boolean not null default false,
  check ((quiet_from is null) = (quiet_to is null))
);

-- Each notice to each address, with its result. Mails that events always send are in `mails`.
create table notice_deliveries (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  -- Null for the code that confirms an address.
  notification_id bigint references notifications (id) on delete cascade,
  endpoint_id bigint references notice_endpoints (id) on delete set null,
  channel text not null,
  -- The code of a confirmation, until it is sent.
  code text,
  is_urgent boolean not null default false,
  -- Sent together with the others of its address: a digest, or notices that waited for the end of quiet hours.
  is_grouped boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  reason text,
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  -- A sender holds a row by a lease: a lock would keep a transaction open as long as a messenger is slow.
  claim_token uuid,
  claimed_until timestamptz,
  -- The largest id of the deliveries that are sent as one message; written before the first attempt, so that a repeat
  -- has the same contents and the same tag.
  message_id bigint,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
create unique index notice_deliveries_once on notice_deliveries (notification_id, endpoint_id, channel)
  nulls not distinct where notification_id is not null;
create index notice_deliveries_due on notice_deliveries (channel, is_urgent desc, due_at) where state = 'waiting';
create index notice_deliveries_user on notice_deliveries (user_id, id desc);
create index notice_deliveries_endpoint on notice_deliveries (endpoint_id) where state = 'waiting';
create index notice_deliveries_message on notice_deliveries (message_id) where state = 'waiting';

-- Shared by all workers: the next instant at which a channel may send, and facts that only its service knows.
create table notice_channels (
  channel text primary key,
  next_send_at timestamptz not null default 'epoch',
  paused_until timestamptz,
  -- Telegram: name of the bot, for links to it. Null while the token is refused or missing.
  account_name text
);
insert into notice_channels (channel)
  values ('push'), ('telegram'), ('whatsapp'), ('line'), ('max'), ('mail');

-- The key pair that identifies the portal to push services (RFC 8292); the private key is encrypted under SECRET_KEY.
create table push_identity (
  id boolean primary key default true check (id),
  public_key text not null,
  encrypted_private_key bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
