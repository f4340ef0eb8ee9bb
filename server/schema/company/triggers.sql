create or replace trigger company_settings_notify after insert or update on company_settings
  for each row when (new.key = 'managerSecondFactor') execute function notify_second_factor_rule();
create or replace trigger company_notify after insert or update or delete on company_settings
  for each statement execute function notify_company();
