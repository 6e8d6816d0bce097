-- What workers may do to the ledger, and what sets their results aside. Installed again whenever this file changes.
--
-- Functions for workers run with the rights of the ledger's owner (security definer), so that a worker needs no right to
-- read or change any table. Each one pins search_path: a name that it uses can only be PostgreSQL's or the ledger's.

-- Older versions that have other parameters.
drop function if exists queens_par.fail(integer, text);

-- Whether the login may do as the owner of the ledger does. For use in security definer functions, where current_user is
-- the owner.
create or replace function queens_par.is_owner()
returns boolean
language sql stable set search_path = pg_catalog, queens_par, pg_temp
as $$
  select pg_has_role(session_user, current_user, 'member')
$$;

-- A text from a worker as one line that is safe on a terminal: without escape sequences, and at most 500 characters.
create or replace function queens_par.line(p_text text)
returns text
language sql immutable set search_path = pg_catalog, queens_par, pg_temp
as $$
  select left(regexp_replace(left(p_text, 2000), '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+', ' ', 'g'), 500)
$$;

-- A worker is there; it calls this every few seconds, and with p_gone when it leaves. Returns its number. The name of a
-- worker whose login does not own the ledger begins with the login, so that nobody's results can look like another's.
create or replace function queens_par.enroll(p_name text, p_threads integer, p_kernel text, p_gone boolean)
returns integer
language sql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
  insert into worker (name, role, threads, kernel, gone)
  values (
    line(case when is_owner() then p_name else session_user || '/' || p_name end),
    session_user, p_threads, line(p_kernel), p_gone
  )
  on conflict (role, name) do update
    set threads = excluded.threads, kernel = excluded.kernel, gone = excluded.gone, seen = now()
  returning id
$$;

-- The numbers (from 1, in the given order) of a job's subproblems that are still to be counted, asked when a worker begins
-- the job; with them those that this login is to count a second time, which look no different. A 0 among them: something
-- is to be counted a second time by another login, so that the job must go on to others.
-- p_again: the job was delivered before. Null if the run is not being counted any more: the job is to be dropped.
create or replace function queens_par.unfinished(p_run integer, p_again boolean, p_subproblems text[])
returns integer[]
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  if p_again then
    update run set retries = retries + 1 where id = p_run;
  end if;
  perform 1 from run where id = p_run and state = 'counting';
  if not found then
    return null;
  end if;
  return array(
    select distinct case when again.is_ours is not false then given.number::integer else 0 end
      from unnest(p_subproblems) with ordinality as given (subproblem, number)
      left join wanted_again(p_run, p_subproblems) as again using (subproblem)
     where again.is_ours is not null
        or not exists (select 1 from result where result.run = p_run and result.subproblem = given.subproblem)
     order by 1
  );
end
$$;

-- Enters finished subproblems in one transaction. Returns how many were new. A second count that is equal changes nothing;
-- one that differs is kept as a conflict: see compare_counts.
create or replace function queens_par.submit(
  p_worker integer, p_run integer, p_plan_hash text, p_kernel text, p_subproblems text[], p_counts bigint[],
  p_works bigint[], p_costs double precision[], p_milliseconds double precision[]
) returns integer
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_run run;
  v_entered integer;
begin
  -- The lock makes set_aside_login wait until this submission is in, or this submission see that its login is barred.
  perform 1 from worker where id = p_worker and role = session_user for key share;
  if not found then
    raise exception 'worker % is not enrolled as %', p_worker, session_user using errcode = 'QP001';
  end if;
  perform refuse_barred();
  perform refuse_barred_worker(p_worker);
  select * into v_run from run where id = p_run;
  if not found then
    return 0; -- the run was removed
  end if;
  if v_run.plan_hash <> p_plan_hash or v_run.kernel <> p_kernel then
    raise exception 'run % is of plan % and kernel %, not of plan % and kernel %',
      v_run.name, v_run.plan_hash, v_run.kernel, p_plan_hash, p_kernel using errcode = 'QP001';
  end if;

  -- In the order of the key: two submissions that overlap wait for each other and cannot deadlock.
  insert into result (run, subproblem, algorithm, count, work, cost, milliseconds, worker)
  select p_run, given.subproblem, v_run.algorithm, given.count, given.work, given.cost, given.milliseconds, p_worker
    from unnest(p_subproblems, p_counts, p_works, p_costs, p_milliseconds)
      as given (subproblem, count, work, cost, milliseconds)
   order by given.subproblem
  on conflict do nothing;
  get diagnostics v_entered = row_count;

  if v_entered < cardinality(p_subproblems) then
    perform compare_counts(p_worker, p_run, p_subproblems, p_counts);
  end if;
  return v_entered;
end
$$;

-- A subproblem cannot be counted: ends the run, which can be started again, and records who said so.
create or replace function queens_par.fail(p_worker integer, p_run integer, p_reason text)
returns void
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  update worker set failed_run = (select id from run where id = p_run), failed_at = now()
   where id = p_worker and role = session_user;
  if not found then
    raise exception 'worker % is not enrolled as %', p_worker, session_user using errcode = 'QP001';
  end if;
  perform refuse_barred();
  update run set state = 'failed', ended = now(), reason = (
    select line(worker.name || ' reports: ' || p_reason) from worker where worker.id = p_worker
  ) where id = p_run and state = 'counting';
end
$$;

-- A worker cannot take part in a run. Its reason is shown by the status.
create or replace function queens_par.refuse(p_worker integer, p_reason text)
returns void
language sql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
  update worker set refusal = line(p_reason), seen = now() where id = p_worker and role = session_user
$$;

-- Raises an exception if the login is barred.
create or replace function queens_par.refuse_barred()
returns void
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_reason text;
begin
  select reason into v_reason from set_aside where role = session_user;
  if found then
    raise exception 'login % is set aside: %', session_user, v_reason using errcode = 'QP001';
  end if;
end
$$;

-- Moves rows of a run from result to set_aside_result, so that others count these subproblems. A finished run that loses
-- rows has no total any more, and can be started again. Returns how many rows were moved.
create or replace function queens_par.set_aside_rows(p_run integer, p_subproblems text[], p_reason text)
returns integer
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_moved integer;
begin
  with moved as (
    delete from result where run = p_run and subproblem = any(p_subproblems) returning *
  )
  insert into set_aside_result (run, subproblem, algorithm, count, work, cost, milliseconds, worker, entered, reason)
  select run, subproblem, algorithm, count, work, cost, milliseconds, worker, entered, line(p_reason) from moved
  on conflict (run, subproblem, algorithm, worker) do update
    set count = excluded.count, entered = excluded.entered, reason = excluded.reason;
  get diagnostics v_moved = row_count;
  if v_moved > 0 then
    update run set state = 'stopped', total = null, reason = 'results were set aside: ' || line(p_reason)
     where id = p_run and state = 'finished';
  end if;
  return v_moved;
end
$$;

-- Bars a login, and moves all that it handed in to set_aside_result. Conflicts that it was part of are settled with that.
-- The first reason stays. Returns how many rows were moved.
create or replace function queens_par.set_aside_login(p_role text, p_reason text)
returns integer
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_workers integer[];
  v_moved integer := 0;
  v_run record;
begin
  -- Waits for submissions of the login that are under way: see submit.
  perform 1 from worker where role = p_role order by id for update;
  v_workers := array(select id from worker where role = p_role);
  insert into set_aside (role, reason) values (p_role, line(p_reason)) on conflict do nothing;
  delete from conflict where worker = any(v_workers) or second_worker = any(v_workers);
  perform void_second_counts(v_workers);
  for v_run in
    select run, array_agg(subproblem) as subproblems from result where worker = any(v_workers) group by run
  loop
    v_moved := v_moved + set_aside_rows(v_run.run, v_run.subproblems, p_reason);
  end loop;
  update run set state = 'stopped', reason = 'login ' || p_role || ' was set aside: ' || line(p_reason)
   where state = 'conflict' and not exists (select 1 from conflict where conflict.run = run.id);
  return v_moved;
end
$$;

-- Undoes set_aside_login and set_aside_rows for a login: it gets jobs again, and its rows count again, except those of
-- subproblems that were counted by others meanwhile. Of these, rows that differ stay set aside. Returns how many rows count
-- again.
create or replace function queens_par.trust_login(p_role text)
returns integer
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_workers integer[] := array(select id from worker where role = p_role);
  v_moved integer;
begin
  delete from set_aside where role = p_role;
  update worker set barred = null where role = p_role and barred is not null;
  insert into result (run, subproblem, algorithm, count, work, cost, milliseconds, worker, entered)
  select run, subproblem, algorithm, count, work, cost, milliseconds, worker, clock_timestamp()
    from set_aside_result where worker = any(v_workers)
   order by run, subproblem
  on conflict do nothing;
  get diagnostics v_moved = row_count;
  delete from set_aside_result old
   using result
   where old.worker = any(v_workers) and result.run = old.run and result.subproblem = old.subproblem
     and result.algorithm = old.algorithm and result.count = old.count;
  return v_moved;
end
$$;

-- Grants the role of workers what it needs, if the role exists: called by worker-role.sql, and whenever functions are
-- installed, so that the role keeps up with them.
create or replace function queens_par.grant_workers()
returns void
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  if to_regrole('queens_par_worker') is null then
    return;
  end if;

  -- The ledger: these functions, and no table.
  grant usage on schema queens_par to queens_par_worker;
  grant execute on function queens_par.enroll(text, integer, text, boolean) to queens_par_worker;
  grant execute on function queens_par.unfinished(integer, boolean, text[]) to queens_par_worker;
  grant execute on function queens_par.submit(
    integer, integer, text, text, text[], bigint[], bigint[], double precision[], double precision[]
  ) to queens_par_worker;
  grant execute on function queens_par.fail(integer, integer, text) to queens_par_worker;
  grant execute on function queens_par.refuse(integer, text) to queens_par_worker;

  -- The queue: to take jobs and give them back, finished or not. No insert into job.
  grant usage on schema queens_par_queue to queens_par_worker;
  grant select on all tables in schema queens_par_queue to queens_par_worker;
  grant update, delete on queens_par_queue.job to queens_par_worker;
  grant insert, delete on queens_par_queue.event to queens_par_worker;
  grant insert, update on queens_par_queue.meta to queens_par_worker; -- when stalled jobs were last looked for
  grant usage on sequence queens_par_queue.job_seq, queens_par_queue.event_seq to queens_par_worker;
end
$$;

revoke all on all functions in schema queens_par from public;
select queens_par.grant_workers();
