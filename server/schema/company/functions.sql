-- Open pages are updated when the company changes its name, branding or features.
create or replace function publish_company() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{"company": true}');
  return null;
end $$;

create or replace function publish_second_factor_rule() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{"staffRights": true}');
  return null;
end $$;
