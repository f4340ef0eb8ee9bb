create or replace trigger company_settings_told after insert or update on company_settings
  for each row when (new.key = 'managerSecondFactor') execute function tell_second_factor_rule();
create or replace trigger company_told after insert or update or delete on company_settings
  for each statement execute function tell_company();
