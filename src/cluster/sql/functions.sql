-- What workers may do to the ledger, and what sets their results aside. Installed again whenever this file changes.
--
-- Functions for workers run with the rights of the ledger's owner (security definer), so that a worker needs no right to
-- read or change any table. Each one pins search_path: a name that it uses can only be PostgreSQL's or the ledger's.

-- Older versions that have other parameters.
drop function if exists queens_par.fail(integer, text);

-- Whether a role can do what the owner of the ledger can. For use where current_user is the owner: in security definer
-- functions, and in those that only the owner may call.
create or replace function queens_par.owns(p_role text)
returns boolean
language sql stable set search_path = pg_catalog, queens_par, pg_temp
as $$
  select coalesce(pg_has_role(to_regrole(quote_ident(p_role)), current_user, 'member'), false)
$$;

-- Whether the login can.
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
--
-- Such a login has at most 256 workers at a time, and these at most 4,096 threads. Rows of its workers that left without
-- handing in anything are used again, so that it cannot fill the table.
create or replace function queens_par.enroll(p_name text, p_threads integer, p_kernel text, p_gone boolean)
returns integer
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_name text := line(case when is_owner() then p_name else session_user || '/' || p_name end);
  v_workers bigint;
  v_threads bigint;
  v_id integer;
begin
  if not is_owner() then
    select count(*) + 1, coalesce(sum(threads), 0) + p_threads into v_workers, v_threads
      from worker where role = session_user and name <> v_name and not gone and seen > now() - interval '1 minute';
    if v_workers > 256 or v_threads > 4096 then
      raise exception 'login % has % workers with % threads; 256 workers and 4096 threads are the most for one login',
        session_user, v_workers, v_threads using errcode = 'QP001';
    end if;
    if not exists (select from worker where role = session_user and name = v_name) then
      -- What it handed in unwanted stays on the row: the warning is for the login, which must not be able to end it.
      update worker set name = v_name, begun = now(), refusal = null
       where id = (
         select id from worker
          where role = session_user and handed_in is null and (gone or seen < now() - interval '1 minute')
            and not exists (select from conflict where second_worker = worker.id)
          limit 1 for update skip locked
       );
    end if;
  end if;
  insert into worker (name, role, threads, kernel, gone) values (v_name, session_user, p_threads, line(p_kernel), p_gone)
  on conflict (role, name) do update
    set threads = excluded.threads, kernel = excluded.kernel, gone = excluded.gone, seen = now()
  returning id into v_id;
  return v_id;
end
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
  perform refuse_barred();
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

-- The coordinator puts these subproblems into the queue: their results are wanted. See the table.
create or replace function queens_par.want(p_run integer, p_subproblems text[], p_places integer[], p_largest bigint[])
returns void
language sql set search_path = pg_catalog, queens_par, pg_temp
as $$
  insert into wanted (run, subproblem, place, largest)
  select p_run, given.subproblem, given.place, given.largest
    from unnest(p_subproblems, p_places, p_largest) as given (subproblem, place, largest)
   order by given.subproblem
  on conflict do nothing
$$;

-- Enters finished subproblems in one transaction. Returns how many were new. A second count that is equal changes nothing;
-- one that differs is kept as a conflict: see compare_counts.
--
-- From a login that does not own the ledger, results are entered only if they are wanted; others are not stored, but told of
-- by the status. A count above what is possible is proof that the login miscounts: it is set aside with all that it handed
-- in.
create or replace function queens_par.submit(
  p_worker integer, p_run integer, p_plan_hash text, p_kernel text, p_subproblems text[], p_counts bigint[],
  p_works bigint[], p_costs double precision[], p_milliseconds double precision[]
) returns integer
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_run run;
  v_is_owner boolean := is_owner();
  v_impossible text;
  v_unwanted text[];
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

  if not v_is_owner then
    select format('%s solutions of subproblem %s of run %s, which can have %s at most',
                  given.count, wanted.subproblem, v_run.name, wanted.largest)
      into v_impossible
      from unnest(p_subproblems, p_counts) as given (subproblem, count)
      join wanted on wanted.run = p_run and wanted.subproblem = given.subproblem
     where given.count > wanted.largest
     limit 1;
    if found then
      perform set_aside_login(session_user::text, 'it handed in ' || v_impossible);
      return 0;
    end if;
    v_unwanted := array(
      select given.subproblem from unnest(p_subproblems) as given (subproblem)
       where not exists (select from wanted where wanted.run = p_run and wanted.subproblem = given.subproblem)
         and not exists (select from result where result.run = p_run and result.subproblem = given.subproblem)
    );
    if cardinality(v_unwanted) > 0 then
      update worker set unwanted = unwanted + cardinality(v_unwanted), unwanted_last = line(v_unwanted[1])
       where id = p_worker;
    end if;
  end if;

  -- In the order of the key: two submissions that overlap wait for each other and cannot deadlock.
  insert into result (run, subproblem, algorithm, count, work, cost, milliseconds, worker)
  select p_run, given.subproblem, v_run.algorithm, given.count, given.work, given.cost, given.milliseconds, p_worker
    from unnest(p_subproblems, p_counts, p_works, p_costs, p_milliseconds)
      as given (subproblem, count, work, cost, milliseconds)
   where v_is_owner
      or exists (select from wanted where wanted.run = p_run and wanted.subproblem = given.subproblem)
   order by given.subproblem
  on conflict do nothing;
  get diagnostics v_entered = row_count;
  delete from wanted where wanted.run = p_run and wanted.subproblem = any(p_subproblems);
  if v_entered > 0 then
    update worker set handed_in = now(), submissions = submissions + 1 where id = p_worker;
  end if;

  if v_entered < cardinality(p_subproblems) then
    perform compare_counts(p_worker, p_run, p_subproblems, p_counts);
  end if;
  return v_entered;
end
$$;

-- A worker reports that a subproblem cannot be counted. That ends the run, which can be started again, and records who said
-- so. A login that does not own the ledger cannot do this alone while workers of other logins are there, or before it has
-- handed in any results: two logins must have reported it within an hour. Until then the status warns of the report.
create or replace function queens_par.fail(p_worker integer, p_run integer, p_reason text)
returns void
language plpgsql security definer set search_path = pg_catalog, queens_par, pg_temp
as $$
begin
  update worker
     set failed_run = (select id from run where id = p_run), failed_at = now(), refusal = line('cannot count: ' || p_reason)
   where id = p_worker and role = session_user;
  if not found then
    raise exception 'worker % is not enrolled as %', p_worker, session_user using errcode = 'QP001';
  end if;
  perform refuse_barred();
  if not is_owner()
    and (
      not exists (select from worker where role = session_user and handed_in is not null)
      or exists (
        select from worker
         where role <> session_user and not gone and seen > now() - interval '1 minute'
           and role not in (select role from set_aside)
      )
    )
    and not exists (
      select from worker
       where role <> session_user and failed_run = p_run and failed_at > now() - interval '1 hour'
    )
  then
    return;
  end if;
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

-- Sets aside results of a run that cannot be right, and with p_is_proof the logins that handed them in, except those that
-- own the ledger. Returns these logins' names, or those of the workers of an owner.
create or replace function queens_par.set_aside_wrong(
  p_run integer, p_subproblems text[], p_reason text, p_is_proof boolean
) returns text[]
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_worker record;
  v_names text[] := '{}';
begin
  for v_worker in
    select distinct worker.role, worker.name, owns(worker.role) as is_owner
      from result join worker on worker.id = result.worker
     where result.run = p_run and result.subproblem = any(p_subproblems)
  loop
    if v_worker.is_owner then
      v_names := v_names || v_worker.name;
    elsif v_worker.role <> all(v_names) then
      v_names := v_names || v_worker.role;
      if p_is_proof then
        perform set_aside_login(v_worker.role, p_reason);
      end if;
    end if;
  end loop;
  perform set_aside_rows(p_run, p_subproblems, p_reason);
  return v_names;
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
