-- Second counts: which results are drawn for one, who may count it, and what happens to those whose counts are wrong.
-- Installed again whenever this file changes, after functions.sql.

-- The lot of a result, 0 to 1: it is drawn for a second count if this is less than the run's share. It depends on a secret
-- and on when the result came in, so that nobody can know it before; and on nothing else, so that every coordinator draws
-- the same results, also of those that came in while none was there.
create or replace function queens_par.lot(p_secret bytea, p_subproblem text, p_worker integer, p_entered timestamptz)
returns double precision
language sql immutable set search_path = pg_catalog, queens_par, pg_temp
as $$
  select ('x' || encode(substr(sha256(p_secret || convert_to(
           p_subproblem || ' ' || p_worker || ' ' || extract(epoch from p_entered), 'UTF8')), 1, 4), 'hex')
         )::bit(32)::bigint / 4294967296.0::double precision
$$;

-- Draws among the results of a run that came in since then. p_all: they are all in, so that the sample is to have its full
-- size. Called by coordinators, outside of every transaction of a worker: it must not see whether its result was drawn.
create or replace function queens_par.draw_recounts(p_run integer, p_since timestamptz, p_all boolean)
returns void
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_run run;
begin
  select * into v_run from run where id = p_run;
  if not found or v_run.recount = 0 then
    return;
  end if;
  insert into recount (run, subproblem, algorithm)
  select result.run, result.subproblem, result.algorithm
    from result
   where result.run = p_run and entered >= p_since
     and lot(v_run.secret, subproblem, worker, entered) < v_run.recount
   order by subproblem
     for key share -- one that is set aside at this moment is passed over
  on conflict do nothing;
  if p_all then
    insert into recount (run, subproblem, algorithm)
    select result.run, result.subproblem, result.algorithm
      from result
     where result.run = p_run
     order by lot(v_run.secret, subproblem, worker, entered)
     limit ceil(v_run.recount * v_run.subproblems - 1e-6)::bigint
       for key share
    on conflict do nothing;
  end if;
end
$$;

-- Of the results that were drawn and wait for a second count, those that a worker of another login could count that is here
-- now (heard of within p_within). At most p_most.
create or replace function queens_par.open_recounts(p_run integer, p_within interval, p_most integer)
returns setof text
language sql stable set search_path = pg_catalog, queens_par, pg_temp
as $$
  with here as (
    select distinct worker.role from worker
     where not gone and seen > now() - p_within and barred is null
       and role not in (select set_aside.role from set_aside)
  )
  select recount.subproblem
    from recount
    join result using (run, subproblem, algorithm)
    join worker first on first.id = result.worker
   where recount.run = p_run and recount.count is null and exists (select from here where here.role <> first.role)
   order by recount.subproblem
   limit p_most
$$;

-- Which of these subproblems of a run wait for a second count, and whether the login that asks may count it: another one
-- than that of the first count.
create or replace function queens_par.wanted_again(p_run integer, p_subproblems text[])
returns table (subproblem text, is_ours boolean)
language sql stable set search_path = pg_catalog, queens_par, pg_temp
as $$
  select recount.subproblem, first.role <> session_user
    from recount
    join result using (run, subproblem, algorithm)
    join worker first on first.id = result.worker
   where recount.run = p_run and recount.subproblem = any(p_subproblems) and recount.count is null
$$;

-- Compares what a worker hands in with the results that are there already: enters second counts that were asked for, and
-- records the counts that differ as conflicts, to be decided by a coordinator. A run that has finished has no total from
-- then on. A login that floods us with conflicts is stopped at 100: the first one that is decided bars it.
create or replace function queens_par.compare_counts(p_worker integer, p_run integer, p_subproblems text[], p_counts bigint[])
returns void
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_open integer;
begin
  -- In this order everywhere: first the workers, then their results, so that this and blame cannot deadlock.
  perform 1 from worker
   where id in (select result.worker from result where result.run = p_run and result.subproblem = any(p_subproblems))
   order by id
     for key share;

  update recount set count = given.count, worker = p_worker, entered = clock_timestamp()
    from unnest(p_subproblems, p_counts) as given (subproblem, count)
    join wanted_again(p_run, p_subproblems) as wanted on wanted.subproblem = given.subproblem and wanted.is_ours
   where recount.run = p_run and recount.subproblem = given.subproblem;
  if found then
    update worker set handed_in = now(), submissions = submissions + 1 where id = p_worker;
  end if;

  select count(*) into v_open from conflict join worker on worker.id = second_worker
   where run = p_run and role = session_user;
  insert into conflict (run, subproblem, algorithm, count, worker, second_count, second_worker)
  select p_run, result.subproblem, result.algorithm, result.count, result.worker, given.count, p_worker
    from unnest(p_subproblems, p_counts) as given (subproblem, count)
    join result on result.run = p_run and result.subproblem = given.subproblem
   where result.count <> given.count
     and not exists (
       select from conflict old
        where old.run = p_run and old.subproblem = given.subproblem and old.second_worker = p_worker
     )
   limit greatest(100 - v_open, 0);
  if found then
    update run set state = 'conflict', total = null, reason = (
      select format('subproblem %s was counted twice: %s by %s and %s by %s',
                    c.subproblem, c.count, one.name, c.second_count, other.name)
        from conflict c
        join worker one on one.id = c.worker
        join worker other on other.id = c.second_worker
       where c.run = p_run
       order by c.found, c.subproblem
       limit 1
    ) where id = p_run and state = 'finished';
  end if;
end
$$;

-- Raises an exception if a worker is set aside whose login owns the ledger.
create or replace function queens_par.refuse_barred_worker(p_worker integer)
returns void
language plpgsql stable set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_worker worker;
begin
  select * into v_worker from worker where id = p_worker and barred is not null;
  if found then
    raise exception 'worker % is set aside: %', v_worker.name, v_worker.barred using errcode = 'QP001';
  end if;
end
$$;

-- A worker has counted wrong: sets its login aside with all that it handed in, second counts included; if the login owns
-- the ledger, only this worker. Returns what was set aside, in words, and how many results that was.
create or replace function queens_par.blame(p_worker integer, p_reason text, out culprit text, out results integer)
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_worker worker;
  v_run record;
begin
  -- Waits for a submission of this worker that is under way: see submit.
  select * into v_worker from worker where id = p_worker for update;
  if not owns(v_worker.role) then
    culprit := 'login ' || v_worker.role;
    results := set_aside_login(v_worker.role, p_reason);
    return;
  end if;
  culprit := 'worker ' || v_worker.name;
  results := 0;
  update worker set barred = line(p_reason) where id = p_worker;
  delete from conflict where worker = p_worker or second_worker = p_worker;
  perform void_second_counts(array[p_worker]);
  for v_run in
    select run, array_agg(subproblem) as subproblems from result where worker = p_worker group by run
  loop
    results := results + set_aside_rows(v_run.run, v_run.subproblems, p_reason);
  end loop;
end
$$;

-- The second counts of these workers count no more: others are to count those results again.
create or replace function queens_par.void_second_counts(p_workers integer[])
returns void
language sql set search_path = pg_catalog, queens_par, pg_temp
as $$
  update recount set count = null, worker = null, entered = null where worker = any(p_workers)
$$;
