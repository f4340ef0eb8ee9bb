-- The chance of a bid in percent, 1 to 99; null for a lot without a shown range. The same rule as
-- contract/src/prices/price-chance.ts; a test compares them.
create or replace function win_chance_of(p_lot bigint, p_amount bigint) returns smallint language sql stable as $$
  select round(100 * least(0.99, greatest(0.01, 1 / (1 + exp(-least(50, greatest(-50,
           (c.chance->>'intercept')::float8
           + (c.chance->>'start')::float8 * case when coalesce(l.start_price_yen, 0) <= 0 then 0
               else greatest(-2, least(0.5, ln(l.start_price_yen::float8 / l.price_middle_yen) - ln(0.55::float8))) end
           + (c.chance->>'scale')::float8 * (ln(s.scale) - ln(0.15::float8))
           + coalesce((c.chance->'houses'->>l.house_id::text)::float8, 0)
           + greatest(0.3, (c.chance->>'slope')::float8) * ln(p_amount::float8 / l.price_middle_yen) / s.scale
         )))))))::smallint
    from lots l
    join price_commons c on c.vehicle = l.vehicle
   cross join lateral (
     select greatest(0.02, ln(l.price_high_yen::float8 / greatest(1, l.price_low_yen)) / 2.563) as scale) s
   where l.id = p_lot and l.lot_source = 'auction' and l.average_price_yen is not null and p_amount > 0
$$;

-- Keeps the chance that the client saw when they made or changed the bid.
create or replace function keep_win_chance() returns trigger language plpgsql as $$
begin
  new.win_chance := win_chance_of(new.lot_id, new.amount_yen);
  return new;
end $$;
