create or replace trigger company_settings_publish after insert or update on company_settings
  for each row when (new.key = 'managerSecondFactor') execute function publish_second_factor_rule();
create or replace trigger company_publish after insert or update or delete on company_settings
  for each statement execute function publish_company();
