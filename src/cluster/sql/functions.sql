-- What workers may do. They run with the rights of their owner (security definer), so a worker needs no right to read or
-- change any table of the ledger. See worker-role.sql.

-- A text from a worker as one line that a terminal can show: a worker is not trusted to send no escape sequences.
create or replace function queens_par.line(p_text text)
returns text
language sql immutable
as $$
  select left(regexp_replace(p_text, '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+', ' ', 'g'), 500)
$$;

-- A worker says that it is here; again every few seconds, and with p_gone when it leaves. Gives its number. Who does not
-- own the ledger is named with the login, so that nobody's results can look like those of somebody else.
create or replace function queens_par.enroll(p_name text, p_threads integer, p_kernel text, p_gone boolean)
returns integer
language sql security definer set search_path = queens_par, pg_temp
as $$
  insert into worker (name, role, threads, kernel, gone)
  values (
    line(case when session_user = current_user then p_name else session_user || '/' || p_name end),
    session_user, p_threads, line(p_kernel), p_gone
  )
  on conflict (role, name) do update
    set threads = excluded.threads, kernel = excluded.kernel, gone = excluded.gone, seen = now()
  returning id
$$;

-- The numbers of a job's subproblems (from 1, in the given order) that are still to be counted, when a worker begins
-- it; p_again says that the job was delivered before. Null if its run is not being counted any more, so that the job is to be dropped.
create or replace function queens_par.unfinished(p_run integer, p_again boolean, p_subproblems text[])
returns integer[]
language plpgsql security definer set search_path = queens_par, pg_temp
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
    select given.number::integer
      from unnest(p_subproblems) with ordinality as given (subproblem, number)
     where not exists (select 1 from result where result.run = p_run and result.subproblem = given.subproblem)
     order by given.number
  );
end
$$;

-- Enters finished subproblems, all in one transaction; returns how many were new. An equal second count changes
-- nothing. One that differs is kept as a conflict, and ends the run.
create or replace function queens_par.submit(
  p_worker integer, p_run integer, p_plan_hash text, p_kernel text, p_subproblems text[], p_counts bigint[],
  p_works bigint[], p_costs double precision[], p_milliseconds double precision[]
) returns integer
language plpgsql security definer set search_path = queens_par, pg_temp
as $$
declare
  v_run run;
  v_entered integer;
begin
  perform 1 from worker where id = p_worker and role = session_user;
  if not found then
    raise exception 'worker % is not enrolled as %', p_worker, session_user using errcode = 'QP001';
  end if;
  select * into v_run from run where id = p_run;
  if not found then
    return 0; -- the run was removed
  end if;
  if v_run.plan_hash <> p_plan_hash or v_run.kernel <> p_kernel then
    raise exception 'run % is of plan % and kernel %, not of plan % and kernel %',
      v_run.name, v_run.plan_hash, v_run.kernel, p_plan_hash, p_kernel using errcode = 'QP001';
  end if;

  -- In the order of the key: two submissions that overlap wait for each other, and cannot deadlock.
  insert into result (run, subproblem, algorithm, count, work, cost, milliseconds, worker)
  select p_run, given.subproblem, v_run.algorithm, given.count, given.work, given.cost, given.milliseconds, p_worker
    from unnest(p_subproblems, p_counts, p_works, p_costs, p_milliseconds)
      as given (subproblem, count, work, cost, milliseconds)
   order by given.subproblem
  on conflict do nothing;
  get diagnostics v_entered = row_count;

  if v_entered < cardinality(p_subproblems) then
    insert into conflict (run, subproblem, algorithm, count, worker, second_count, second_worker)
    select p_run, result.subproblem, result.algorithm, result.count, result.worker, given.count, p_worker
      from unnest(p_subproblems, p_counts) as given (subproblem, count)
      join result on result.run = p_run and result.subproblem = given.subproblem
                 and result.algorithm = v_run.algorithm
     where result.count <> given.count;
    if found then
      update run set state = 'conflict', total = null, ended = now(), reason = (
        select format('subproblem %s was counted twice: %s by %s and %s by %s',
                      c.subproblem, c.count, one.name, c.second_count, other.name)
          from conflict c
          join worker one on one.id = c.worker
          join worker other on other.id = c.second_worker
         where c.run = p_run
         order by c.found, c.subproblem
         limit 1
      ) where id = p_run;
    end if;
  end if;
  return v_entered;
end
$$;

-- A subproblem cannot be counted: ends the run, which can be started again.
create or replace function queens_par.fail(p_run integer, p_reason text)
returns void
language sql security definer set search_path = queens_par, pg_temp
as $$
  update run set state = 'failed', reason = line(p_reason), ended = now() where id = p_run and state = 'counting'
$$;

-- A worker cannot take part in a run: says why, for those who look at the status.
create or replace function queens_par.refuse(p_worker integer, p_reason text)
returns void
language sql security definer set search_path = queens_par, pg_temp
as $$
  update worker set refusal = line(p_reason), seen = now() where id = p_worker and role = session_user
$$;

revoke all on all functions in schema queens_par from public;
