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
