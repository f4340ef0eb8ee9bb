-- How an event reaches a channel: the user's choice or the default. Mail is off by default here: events with a mail of
-- their own queue it themselves.
create or replace function notice_mode(p_choices jsonb, p_kind text, p_channel text) returns text
  language sql immutable as $$
  select coalesce(p_choices -> p_kind ->> p_channel, case when p_channel = 'mail' then 'off' else 'instant' end)
$$;

-- The next instant at which a clock in this zone shows a time of day. A time that a change of clocks skips moves on.
create or replace function next_local_time(p_time time, p_zone text, p_now timestamptz) returns timestamptz
  language sql stable as $$
  select (local.day + (local.of_day >= p_time)::integer + p_time) at time zone p_zone
    from (select (p_now at time zone p_zone)::date as day, (p_now at time zone p_zone)::time as of_day) local
$$;

create or replace function is_quiet(p_from time, p_to time, p_zone text, p_now timestamptz) returns boolean
  language sql stable as $$
  select p_from is not null and case when p_from <= p_to then of_day >= p_from and of_day < p_to
                                     else of_day >= p_from or of_day < p_to end
    from (select (p_now at time zone p_zone)::time as of_day) local
$$;

-- Queues each new notification for the addresses of its user, in the same transaction. The job has no key, so that
-- transactions of different users do not block each other.
create or replace function queue_notices() returns trigger language plpgsql as $$
declare v_now timestamptz := clock_timestamp(); v_count integer;
begin
  insert into notice_deliveries
    (user_id, notification_id, endpoint_id, channel, is_urgent, is_grouped, state, reason, due_at, finished_at)
  select n.user_id, n.id, e.id, e.channel, urgent, mode = 'digest' or held,
         case when is_muted then 'dropped' else 'waiting' end, case when is_muted then 'muted' end,
         case when mode = 'digest' then next_local_time(coalesce(s.digest_at, '08:00'), zone, v_now)
              when held then next_local_time(s.quiet_to, zone, v_now) else v_now end,
         case when is_muted then v_now end
    from changed n
    join lateral (
      select id, channel, muted_until from notice_endpoints where user_id = n.user_id and confirmed_at is not null
      union all select null, 'mail', null) e on true
    left join notice_settings s on s.user_id = n.user_id
    cross join lateral (
      select notice_mode(s.choices, n.kind, e.channel) as mode, coalesce(s.time_zone, 'Asia/Tokyo') as zone,
        n.kind in ('closing_soon', 'bid_not_forwarded', 'bid_won', 'negotiation_offer', 'urgent_bid', 'order_failed')
          as urgent) choice
    cross join lateral (
      select e.channel <> 'mail' and mode = 'instant' and not (urgent and coalesce(s.urgent_breaks_quiet, false))
               and is_quiet(s.quiet_from, s.quiet_to, zone, v_now) as held,
             e.muted_until > v_now and not urgent as muted_now) at_night
    cross join lateral (select coalesce(muted_now, false) as is_muted) flags
   where mode <> 'off'
  on conflict do nothing;
  get diagnostics v_count = row_count;
  if v_count > 0 then perform graphile_worker.add_job('deliver_notices', max_attempts := 25); end if;
  return null;
end $$;

-- A browser that is signed out, here or from another device, receives nothing more.
create or replace function end_push_of_session() returns trigger language plpgsql as $$
begin
  delete from notice_endpoints where session_id = new.id;
  return null;
end $$;
