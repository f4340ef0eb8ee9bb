-- Up Migration

-- The same rules as contract/src/lots/chassis.ts; a test compares the two.
create function tidy_chassis(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
           regexp_replace(
             regexp_replace(
               regexp_replace(
                 regexp_replace(
                   btrim(upper(regexp_replace(normalize(given, NFKC),
                     '[\u00ad\u2010-\u2015\u2043\u207b\u208b\u2212\u2500\u2501\u30fc\u30a0\ufe58]', '-', 'g')),
                     E' \t\n\r\f\v'),
                   '\s*-\s*', '-', 'g'),
                 '\s+', ' ', 'g'),
               '^([A-Z]{1,6}[0-9][A-Z0-9]{0,6}) ([0-9]{4,})$', '\1-\2'),
             '^(?:[A-Z]{1,2}|[A-Z2-9][A-Z][A-GJ-L])-(?=[A-Z]{1,6}[0-9]{1,3}(?:[A-Z][A-Z0-9]{0,5})?(?:-|$))', ''),
           '^(?:[ABCDFLMQRZ][ABCDL][A-G]|[2-9][ABCDL][A-G])-(?=[1-9][0-9]{5}[A-Z]?(?:-|$)|[0-9]{1,3}[A-Z])', '')
$$;

-- The code of the model; a VIN, a masked or a cut number has none.
create function chassis_code_of(tidy text) returns text language sql immutable strict parallel safe as $$
  select case when code ~ '^[A-Z0-9]{2,10}$' and code !~ 'X{2,}' then code else '' end
    from split_part(tidy, '-', 1) as code
$$;

-- Whether a tidy number says which vehicle it is (decision D0.9).
create function is_vehicle_identity(tidy text) returns boolean language sql immutable strict parallel safe as $$
  select case
    when tidy ~ '^[A-HJ-NPR-Z0-9]{17}$' then tidy ~ '[0-9]{4}$' and right(tidy, 6) !~ '^[^0-9]*0+$' and tidy !~ 'X{4,}'
    else tidy ~ '^(?:[A-Z0-9]{2,10}-)+[A-WYZ]{0,2}[0-9]{4,12}$'
         and tidy !~ '-[^0-9]*0+$'
         and regexp_replace(tidy, '-[^-]*$', '') !~ 'X{2,}'
  end
$$;

-- Numbers that came before these rules.
update lots
   set chassis_number = tidy_chassis(chassis_number), chassis_code = chassis_code_of(tidy_chassis(chassis_number)),
       updated_at = now()
 where chassis_number <> ''
   and (chassis_number <> tidy_chassis(chassis_number)
        or chassis_code <> chassis_code_of(tidy_chassis(chassis_number)));

-- What saved searches remember as one vehicle although its number is masked, cut or without a serial: each lot of it
-- counts by itself from now on, as its lot is known.
update search_matches m
   set car = 'lot ' || m.lot_id
 where car not like 'lot %' and not is_vehicle_identity(tidy_chassis(car))
   and not exists (select from search_matches o where o.search_id = m.search_id and o.car = 'lot ' || m.lot_id);

-- Down Migration
drop function tidy_chassis(text), chassis_code_of(text), is_vehicle_identity(text);
