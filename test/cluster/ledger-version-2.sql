-- The ledger as commit dec5e06 made it (version 2 of its tables), with a few rows: what the tests of the steps in
-- src/cluster/sql/steps start from. Its text is that commit's and stays as it is.
-- The ledger of queens-par in PostgreSQL: what is true of each run. The queue beside it (schema queens_par_queue, made
-- and kept by BullMQ) only has to deliver every job at least once. Installed by the commands that own the database;
-- every statement may be run again.

create schema if not exists queens_par;

create table if not exists queens_par.version (version integer primary key);
insert into queens_par.version values (2) on conflict do nothing;

-- A count of one plan. The plan itself is not kept: every machine makes the same one from n, algorithm and options.
create table if not exists queens_par.run (
  id integer generated always as identity primary key,
  name text not null unique,
  n integer not null,
  algorithm text not null,
  options jsonb not null,
  plan_hash text not null,
  kernel text not null,
  subproblems integer not null,
  -- Sum of the estimated costs: for percentages alone.
  cost double precision not null,
  state text not null default 'counting' check (state in ('counting', 'finished', 'stopped', 'failed', 'conflict')),
  -- Why it is stopped, failed or in conflict.
  reason text,
  total numeric,
  -- Jobs that were delivered once more than once: their workers died, or were silent for too long.
  retries integer not null default 0,
  begun timestamptz not null default now(),
  ended timestamptz
);

-- A worker process, for as long as anything it counted is kept.
create table if not exists queens_par.worker (
  id integer generated always as identity primary key,
  -- Begins with the login, where that does not own the ledger: see enroll.
  name text not null,
  -- Who it logged in as: nobody else submits in its name.
  role text not null,
  threads integer not null,
  kernel text not null,
  begun timestamptz not null default now(),
  seen timestamptz not null default now(),
  gone boolean not null default false,
  -- Why it refused a job, when it last did.
  refusal text,
  unique (role, name)
);

-- The ledger: each finished subproblem once. Counts are before the subproblem's weight.
create table if not exists queens_par.result (
  run integer not null references queens_par.run on delete cascade,
  subproblem text not null,
  algorithm text not null,
  count bigint not null check (count >= 0),
  work bigint not null check (work >= 0),
  cost double precision not null,
  milliseconds double precision not null,
  worker integer not null references queens_par.worker,
  entered timestamptz not null default clock_timestamp(),
  primary key (run, subproblem, algorithm)
);
-- Not in the tables, because databases that exist are to get them, too; what is in there already is not looked at. Past
-- these bounds the sums of a status would overflow, and a subproblem's id could be anything at all.
alter table queens_par.worker drop constraint if exists worker_is_possible;
alter table queens_par.worker add constraint worker_is_possible check (threads between 0 and 1024) not valid;
alter table queens_par.result drop constraint if exists result_is_possible;
alter table queens_par.result add constraint result_is_possible check (
  subproblem ~ '^[a-z0-9.-]{1,200}$' and cost between 0 and 1e100 and milliseconds between 0 and 1e12
) not valid;

create index if not exists result_entered on queens_par.result using brin (entered) with (pages_per_range = 16, autosummarize = on);

-- A second count of a subproblem that was not the first one's. At least one of them is wrong.
create table if not exists queens_par.conflict (
  run integer not null references queens_par.run on delete cascade,
  subproblem text not null,
  algorithm text not null,
  count bigint not null,
  worker integer not null references queens_par.worker,
  second_count bigint not null,
  second_worker integer not null references queens_par.worker,
  found timestamptz not null default now()
);

-- Everything about a finished subproblem, in one row.
create or replace view queens_par.ledger as
  select run.name as run, run.n, result.subproblem, result.algorithm, result.count, result.work, run.plan_hash,
         worker.name as worker, worker.kernel, result.milliseconds, result.entered
    from queens_par.result
    join queens_par.run on run.id = result.run
    join queens_par.worker on worker.id = result.worker;
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

-- The rows.
insert into queens_par.run (name, n, algorithm, options, plan_hash, kernel, subproblems, cost, state, total) values
  ('old', 8, 'bitmask', '{"depth": 2}', 'PLAN', 'KERNEL', 21, 1000, 'stopped', null),
  ('empty', 6, 'bitmask', '{"depth": 2}', 'hash', 'k', 11, 100, 'finished', 4);
insert into queens_par.worker (name, role, threads, kernel) values ('ada/old', 'ada', 4, 'k'), ('big', 'owner', 8, 'k');
insert into queens_par.result (run, subproblem, algorithm, count, work, cost, milliseconds, worker) values
  (1, 'no.such-thing', 'bitmask', 5, 1, 1, 1, 1),
  (1, 'another', 'bitmask', 7, 1, 1, 1, 2);
insert into queens_par.conflict (run, subproblem, algorithm, count, worker, second_count, second_worker) values
  (2, 'a', 'bitmask', 1, 1, 2, 2);
