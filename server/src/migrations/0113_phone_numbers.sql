-- Up Migration

-- Russian numbers that were kept with the 8 that is dialed at home: no country has the code 8 and nine digits more than that.
update users set mobile = '7' || substr(mobile, 2) where mobile ~ '^8[3-9][0-9]{9}$' and country_id in (183, 398);
update users set mobile = '7' || substr(mobile, 2) where mobile ~ '^89[0-9]{9}$' and country_id is null;
update addresses a set telephone = '7' || substr(telephone, 2)
 where telephone ~ '^8[3-9][0-9]{9}$' and country_id in (183, 398)
   and not exists (select from addresses o
                    where o.user_id = a.user_id and o.full_name = a.full_name and o.address = a.address
                      and o.telephone = '7' || substr(a.telephone, 2));

-- Down Migration
