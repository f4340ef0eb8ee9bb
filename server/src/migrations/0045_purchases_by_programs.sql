-- Up Migration
-- Which program did something about a purchase; its user is null as the operator's is.
alter table purchase_events
  add column token_id integer references service_tokens (id),
  add constraint purchase_events_one_actor check (user_id is null or token_id is null);

-- Down Migration
alter table purchase_events drop constraint purchase_events_one_actor, drop column token_id;
