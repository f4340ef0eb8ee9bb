-- Up Migration
-- Open pages follow a company that changes its name, look or services.
create function tell_company() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{"company": true}');
  return null;
end $$;
create trigger company_told after insert or update or delete on company_settings
  for each statement execute function tell_company();

-- Down Migration
drop trigger company_told on company_settings;
drop function tell_company;
