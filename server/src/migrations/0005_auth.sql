-- Up Migration
create index sessions_known_address on sessions (user_id, address);
create index attempt_counters_age on attempt_counters (window_start);

-- Down Migration
drop index sessions_known_address, attempt_counters_age;
