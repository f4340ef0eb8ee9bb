-- Up Migration
-- In nearly every portion of a feed a merge inserts no lot, and what counts new lots was planned and carried out for nothing:
-- a fiftieth of what a changed row costs.
do $$ begin
  execute replace(pg_get_functiondef('count_lots()'::regprocedure), 'if tg_op = ''UPDATE'' then',
    'if tg_op = ''INSERT'' then
    if not exists (select from new_lots) then return null; end if;
  elsif tg_op = ''UPDATE'' then');
  execute replace(pg_get_functiondef('count_sales()'::regprocedure), 'if tg_op = ''UPDATE'' then',
    'if tg_op = ''INSERT'' then
    if not exists (select from come where sold_price_yen is not null) then return null; end if;
  elsif tg_op = ''UPDATE'' then');
end $$;

-- Down Migration
do $$ begin
  execute replace(pg_get_functiondef('count_lots()'::regprocedure),
    'if tg_op = ''INSERT'' then
    if not exists (select from new_lots) then return null; end if;
  elsif tg_op = ''UPDATE'' then', 'if tg_op = ''UPDATE'' then');
  execute replace(pg_get_functiondef('count_sales()'::regprocedure),
    'if tg_op = ''INSERT'' then
    if not exists (select from come where sold_price_yen is not null) then return null; end if;
  elsif tg_op = ''UPDATE'' then', 'if tg_op = ''UPDATE'' then');
end $$;
