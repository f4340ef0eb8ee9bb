import { Pool } from 'pg';

/** Upcoming lots with independent random columns (seeded), so that filters have realistic selectivity. */
export async function seedLots(url: string, lots: number): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  await pool.query(`select setseed(0.42)`);
  await pool.query(`
    insert into auction_houses (name, weekdays, haulage_yen, source, source_updated_at)
    select 'House ' || n, '{1,2,3,4,5,6}', 12000, 'bench', now() from generate_series(1, 60) n`);
  await pool.query(
    `
    insert into lots (vehicle, lot_source, source, source_id, source_updated_at, house_id, lot_no, auction_day, auction_at,
      time_known, bids_close_at, agent_cutoff_at, cancel_until, status, maker, model, grade, year, engine_cc, gearbox,
      color, mileage_km, condition, equip, chassis_code, chassis_number, start_price_yen, average_price_yen, images)
    select 'car', 'auction', 'bench', n::text, now(), 1 + n % 60, n, (runs_at at time zone 'Asia/Tokyo')::date, runs_at,
      true, runs_at - interval '90 min', runs_at - interval '60 min', runs_at - interval '12 h', 4532,
      maker, (case when maker = 'TOYOTA' then '{PRIUS,AQUA,ALPHARD,VITZ,HARRIER,CROWN,COROLLA,NOAH}' else '{A,B,C,D,E,F,G,H}' end::text[])[1 + floor(random() * 8)],
      'G', 2005 + floor(random() * 20), (array[660,1300,1500,1800,2000,2500])[1 + floor(random() * 6)],
      (array['AT','CVT','MT'])[1 + floor(random() * 3)], (array['WHITE','BLACK','PEARL','SILVER','BLUE','RED'])[1 + floor(random() * 6)],
      floor(random() * 150000), (array['3','3.5','4','4.5','5','R'])[1 + floor(random() * 6)], 'AC PS PW', 'ZVW50',
      'ZVW50-' || n, 5000 * floor(10 + random() * 400), 5000 * floor(20 + random() * 500), array['/p/demo/sedan-white-1-front34']
    from (select n, now() + (random() * 6 * 86400 + 7200) * interval '1 second' as runs_at,
                 (array['TOYOTA','NISSAN','HONDA','SUZUKI','DAIHATSU','MAZDA','SUBARU','MITSUBISHI'])[1 + floor(random() * 8)] maker
            from generate_series(1, $1::int) n) drawn`,
    [lots],
  );
  await pool.query('vacuum analyze lots');
  await pool.end();
}
