-- The tables of the ledger, which decides what is true of each run. The queue beside it (schema queens_par_queue, made by
-- BullMQ) only has to deliver each job at least once.
--
-- The files in this folder are steps. Each one brings the tables of the version before to the version in its name, and is
-- executed once, in a transaction with the steps that follow it. A step that was released is never changed: what comes
-- later goes into the next one. (Versions 0 and 1 were never released.)

create schema queens_par;

-- The steps that were executed. Its last row is the version of the tables.
create table queens_par.version (version integer primary key);

-- A count of one plan. The plan is not stored: every machine makes the same one from n, algorithm and options.
create table queens_par.run (
  id integer generated always as identity primary key,
  name text not null unique,
  n integer not null,
  algorithm text not null,
  options jsonb not null,
  plan_hash text not null,
  kernel text not null,
  subproblems integer not null,
  -- Sum of the estimated costs, for percentages only.
  cost double precision not null,
  state text not null default 'counting' check (state in ('counting', 'finished', 'stopped', 'failed', 'conflict')),
  -- Why it is stopped, failed or in conflict.
  reason text,
  total numeric,
  -- Jobs that were delivered more than once, because their workers died or were silent for too long.
  retries integer not null default 0,
  begun timestamptz not null default now(),
  ended timestamptz
);

-- A worker process. Its row is kept as long as anything it counted.
create table queens_par.worker (
  id integer generated always as identity primary key,
  -- Begins with the login, if that login does not own the ledger: see enroll.
  name text not null,
  -- The login. No other login can submit results in its name.
  role text not null,
  threads integer not null,
  kernel text not null,
  begun timestamptz not null default now(),
  seen timestamptz not null default now(),
  gone boolean not null default false,
  -- Why it last refused a job.
  refusal text,
  unique (role, name),
  constraint worker_is_possible check (threads between 0 and 1024)
);

-- The ledger: each finished subproblem once. Counts are without the subproblem's weight.
create table queens_par.result (
  run integer not null references queens_par.run on delete cascade,
  subproblem text not null,
  algorithm text not null,
  count bigint not null check (count >= 0),
  work bigint not null check (work >= 0),
  cost double precision not null,
  milliseconds double precision not null,
  worker integer not null references queens_par.worker,
  entered timestamptz not null default clock_timestamp(),
  primary key (run, subproblem, algorithm),
  -- Beyond these bounds the sums in a status would overflow, and an id could contain anything.
  constraint result_is_possible check (
    subproblem ~ '^[a-z0-9.-]{1,200}$' and cost between 0 and 1e100 and milliseconds between 0 and 1e12
  )
);

create index result_entered on queens_par.result using brin (entered) with (pages_per_range = 16, autosummarize = on);

-- A second count of a subproblem that differs from the first one. At least one of them is wrong.
create table queens_par.conflict (
  run integer not null references queens_par.run on delete cascade,
  subproblem text not null,
  algorithm text not null,
  count bigint not null,
  worker integer not null references queens_par.worker,
  second_count bigint not null,
  second_worker integer not null references queens_par.worker,
  found timestamptz not null default now()
);

-- Everything about a finished subproblem in one row.
create view queens_par.ledger as
  select run.name as run, run.n, result.subproblem, result.algorithm, result.count, result.work, run.plan_hash,
         worker.name as worker, worker.kernel, result.milliseconds, result.entered
    from queens_par.result
    join queens_par.run on run.id = result.run
    join queens_par.worker on worker.id = result.worker;
