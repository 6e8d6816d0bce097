-- What workers may do to the queue. BullMQ's tables and functions (schema queens_par_queue) are made for logins that trust
-- each other: a login that can take a job can also pause the queue, put jobs off for years, or fill the tables. So workers
-- have no right to touch them. They call the functions below, which have the names and parameters of BullMQ's and come
-- first in the search_path of their connections (queue.ts). Each one calls BullMQ's function of its name with the rights of
-- the owner, and with values that a worker cannot choose:
--
-- - Time is the server's. Workers send the time of their own clocks, and a clock that is three hours ahead would put jobs
--   off for three hours, or take them from others.
-- - Locks last an hour at most, delays ten seconds.
-- - No result, reason or stack trace is stored; finished jobs are removed.
-- - A job leaves the queue when its results are in, not when a worker says that it is done.
-- - A login gets a few jobs at first, and more as it hands in results: see may_take.
--
-- Installed again whenever this file changes, or BullMQ's version.

-- Any login can take any advisory lock and keep it. BullMQ waits for some, with which it coordinates what this program does
-- not do: flows, limits, deduplication, and the removal of a whole queue. It finds these functions instead, which wait for
-- nothing. (With the last one, it sends no notifications of events, which nobody reads.)
create or replace function queens_par_queue.pg_advisory_xact_lock_shared(integer, integer)
returns void language sql set search_path = pg_catalog, pg_temp as '';
create or replace function queens_par_queue.pg_advisory_xact_lock(integer)
returns void language sql set search_path = pg_catalog, pg_temp as '';
create or replace function queens_par_queue.pg_try_advisory_xact_lock(integer)
returns boolean language sql set search_path = pg_catalog, pg_temp as 'select false';

-- BullMQ would make this with the first job, under such a lock.
do $$
begin
  execute format('create sequence if not exists queens_par_queue.%I', queens_par_queue.job_id_seq_name('queens-par'));
end
$$;

-- BullMQ's functions find those three before PostgreSQL's. And since they are executed with the rights of their owner, they
-- must not find a caller's temporary tables before the real ones.
do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select oid from pg_proc where pronamespace = 'queens_par_queue'::regnamespace and proname not like 'pg\_%'
  loop
    execute format('alter function %s set search_path = queens_par_queue, pg_catalog, pg_temp', v_function);
  end loop;
end
$$;
revoke all on all functions in schema queens_par_queue from public;

-- The program reads no events: they are not stored.
create or replace function queens_par.no_event()
returns trigger
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  return null;
end
$$;
drop trigger if exists no_event on queens_par_queue.event;
create trigger no_event before insert on queens_par_queue.event for each row execute function queens_par.no_event();
truncate queens_par_queue.event;

-- Milliseconds since 1970 by the server's clock.
create or replace function queens_par.now_ms()
returns bigint
language sql volatile set search_path = pg_catalog, queens_par, pg_temp
as $$
  select (1000 * extract(epoch from clock_timestamp()))::bigint
$$;

-- The token of a job proves who holds it. BullMQ takes '0' for that of every job.
create or replace function queens_par.check_token(p_token text)
returns void
language plpgsql immutable set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  if p_token = '0' or length(p_token) > 200 then
    raise exception 'not the token of a job' using errcode = 'BM001', detail = '-6';
  end if;
end
$$;

-- Milliseconds for which a job may be locked. Other logins than the owner's lock for ten seconds at least, so that nobody
-- wears a job out by taking it and falling silent, again and again.
create or replace function queens_par.lock_ms(p_lock_ms bigint)
returns bigint
language sql stable set search_path = pg_catalog, queens_par, pg_temp
as $$
  select greatest(least(p_lock_ms, 3600000), case when is_owner() then 1000 else 10000 end)
$$;

-- Whether the login may take one more job. Logins that do not own the ledger may hold four jobs at a time, and two more for
-- each submission of results that were new, up to twice the threads of their workers. (A worker of t threads holds at most
-- t + 1.) So a login that takes jobs and hands in nothing holds up four jobs. One that is set aside gets none.
create or replace function queens_par.may_take()
returns boolean
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  if is_owner() then
    return true;
  end if;
  if exists (select from set_aside where role = session_user) then
    return false;
  end if;
  return (
    select count(*) from queens_par_queue.job
     where processed_by = session_user and (
       state = 'active' and locked_until_ms > now_ms()
       -- One that is due counts no more: only a login that may take a job wakes it up.
       or state = 'delayed' and process_at_ms > now_ms()
     )
  ) < (
    select 4 + 2 * least(
             coalesce(sum(submissions), 0),
             coalesce(sum(threads + 1) filter (where not gone and seen > now() - interval '1 minute'), 0)
           )
      from worker where role = session_user
  );
end
$$;

-- BullMQ looks here for a pause before it asks for a job. A login that may take none sees one, and asks again later.
create or replace view queens_par.meta as
  select queue, field, value from queens_par_queue.meta
   union all
  select 'queens-par', 'paused', '1' where not queens_par.may_take();

create or replace function queens_par.move_to_active(
  p_queue text, p_token text, p_lock_ms bigint, p_now bigint, p_name text, p_limiter_max integer,
  p_limiter_duration bigint
) returns setof queens_par_queue.job
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  perform check_token(p_token);
  if may_take() then
    return query select * from queens_par_queue.move_to_active(
      p_queue, p_token, lock_ms(p_lock_ms), now_ms(), session_user::text, null, null
    );
  end if;
end
$$;

create or replace function queens_par.extend_lock(
  p_queue text, p_id text, p_token text, p_lock_ms bigint, p_now bigint
) returns integer
language sql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
  select queens_par_queue.extend_lock(p_queue, p_id, p_token, lock_ms(p_lock_ms), now_ms())
$$;

-- A job whose results are still wanted goes back to the others, at the end of the queue: otherwise a worker could empty the
-- queue without counting anything.
create or replace function queens_par.move_to_completed(
  p_queue text, p_id text, p_token text, p_return_value jsonb, p_finished_on bigint, p_remove_all boolean,
  p_keep_age bigint, p_keep_count integer
) returns bigint
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  perform check_token(p_token);
  if is_wanted(p_queue, p_id) then
    return queens_par_queue.move_active_to_wait(p_queue, p_id, p_token, now_ms());
  end if;
  return queens_par_queue.move_to_completed(p_queue, p_id, p_token, null, now_ms(), true, null, null);
end
$$;

create or replace function queens_par.move_to_completed_fetch(
  p_queue text, p_id text, p_token text, p_return_value jsonb, p_finished_on bigint, p_remove_all boolean,
  p_keep_age bigint, p_keep_count integer, p_lock_ms bigint, p_now bigint, p_name text, p_limiter_max integer,
  p_limiter_duration bigint
) returns setof queens_par_queue.job
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  perform move_to_completed(p_queue, p_id, p_token, null, null, true, null, null);
  return query select * from move_to_active(p_queue, p_token, p_lock_ms, null, null, null, null);
end
$$;

-- Whether results of a job are missing that a run waits for.
create or replace function queens_par.is_wanted(p_queue text, p_id text)
returns boolean
language sql stable set search_path = pg_catalog, queens_par, pg_temp
as $$
  select exists (
    select from queens_par_queue.job
      join run on run.id = (job.data ->> 'run')::integer and run.state = 'counting'
      join wanted on wanted.run = run.id
           and wanted.place in (select place::integer from jsonb_array_elements_text(job.data -> 'subproblems') place)
     where job.queue = p_queue and job.id = p_id
       and not exists (select from result where result.run = run.id and result.subproblem = wanted.subproblem)
  )
$$;

-- A job that failed for the last time goes back, too, while its results are wanted: whether that ends the run is decided by
-- `fail`, not by the job.
create or replace function queens_par.move_to_failed(
  p_queue text, p_id text, p_token text, p_failed_reason text, p_stacktrace jsonb, p_finished_on bigint,
  p_remove_all boolean, p_keep_age bigint, p_keep_count integer
) returns bigint
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  perform check_token(p_token);
  if is_wanted(p_queue, p_id) then
    return queens_par_queue.move_to_delayed(p_queue, p_id, p_token, now_ms() + 1000, 1000, true, null, null);
  end if;
  return queens_par_queue.move_to_failed(p_queue, p_id, p_token, null, null, now_ms(), true, null, null);
end
$$;

create or replace function queens_par.move_to_failed_fetch(
  p_queue text, p_id text, p_token text, p_failed_reason text, p_stacktrace jsonb, p_finished_on bigint,
  p_remove_all boolean, p_keep_age bigint, p_keep_count integer, p_lock_ms bigint, p_now bigint, p_name text,
  p_limiter_max integer, p_limiter_duration bigint
) returns setof queens_par_queue.job
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  perform move_to_failed(p_queue, p_id, p_token, null, null, null, true, null, null);
  return query select * from move_to_active(p_queue, p_token, p_lock_ms, null, null, null, null);
end
$$;

create or replace function queens_par.move_to_delayed(
  p_queue text, p_id text, p_token text, p_process_at bigint, p_delay bigint, p_skip_attempt boolean,
  p_failed_reason text, p_stacktrace jsonb
) returns integer
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_delay bigint := least(greatest(p_delay, 0), 10000);
begin
  perform check_token(p_token);
  return queens_par_queue.move_to_delayed(
    p_queue, p_id, p_token, now_ms() + v_delay, v_delay, p_skip_attempt, null, null
  );
end
$$;

create or replace function queens_par.move_active_to_wait(p_queue text, p_id text, p_token text, p_now bigint)
returns bigint
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  perform check_token(p_token);
  return queens_par_queue.move_active_to_wait(p_queue, p_id, p_token, now_ms());
end
$$;

create or replace function queens_par.retry_job(
  p_queue text, p_id text, p_token text, p_lifo boolean, p_failed_reason text, p_stacktrace jsonb
) returns integer
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  perform check_token(p_token);
  return queens_par_queue.retry_job(p_queue, p_id, p_token, false, null, null);
end
$$;

-- At most once a second, however short the interval that a worker asks for, and for no queue but the program's own, because
-- BullMQ stores a row for each.
create or replace function queens_par.move_stalled_jobs_to_wait(
  p_queue text, p_max_stalled integer, p_now bigint, p_max_check_time bigint
) returns setof text
language sql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
  select queens_par_queue.move_stalled_jobs_to_wait(
    'queens-par', 1000000, now_ms(), least(greatest(p_max_check_time, 1000), 1800000)
  )
$$;

-- When the next delayed job is due, by the clock of the worker that asks: it only computes how long to wait.
create or replace function queens_par.next_signal(p_queue text, p_limiter_max integer, p_now bigint)
returns table (rate_limit_ttl bigint, next_delay bigint)
language sql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
  select 0::bigint, queens_par_queue.next_delay(p_queue) - now_ms() + p_now
$$;

create or replace function queens_par.next_delay(p_queue text)
returns bigint
language sql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
  select queens_par_queue.next_delay(p_queue)
$$;

-- Lifts a pause or a limit of the queue, which no command of this program sets: see executor.ts. Returns what was lifted.
create or replace function queens_par.lift_limits()
returns text[]
language sql set search_path = pg_catalog, queens_par, pg_temp
as $$
  with lifted as (
    delete from queens_par_queue.meta
     where queue = 'queens-par' and field in ('paused', 'concurrency', 'max', 'duration')
    returning field
  )
  select coalesce(array_agg(field order by field), '{}') from lifted
$$;
