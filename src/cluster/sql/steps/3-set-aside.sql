-- Version 3: what a login hands in that cannot be right is set aside under its name.
--
-- queens_par.result holds only what counts. Rows that are set aside move from there to set_aside_result, so that no query
-- for totals, progress or missing subproblems has to know about them, and other workers can count those subproblems.
-- All this is done by three functions (functions.sql), and undone by one:
--
--   set_aside_rows(run, subproblems, reason)  moves single rows: an id that the plan does not have, an impossible count
--   set_aside_login(role, reason)             moves all that a login handed in, for every run, and bars the login
--   trust_login(role)                         undoes both: cluster trust LOGIN
--
-- Whatever finds a login untrustworthy calls set_aside_login: submit (an impossible count), recounting (a login that
-- disagrees with others), an audit, or the owner.

-- A login that is barred: which one, why, since when. It gets no jobs, and submit refuses its results.
create table queens_par.set_aside (
  role text primary key,
  reason text not null,
  since timestamptz not null default now()
);

-- Results that do not count.
create table queens_par.set_aside_result (
  run integer not null references queens_par.run on delete cascade,
  subproblem text not null,
  algorithm text not null,
  count bigint not null,
  work bigint not null,
  cost double precision not null,
  milliseconds double precision not null,
  worker integer not null references queens_par.worker,
  entered timestamptz not null,
  -- Why.
  reason text not null,
  primary key (run, subproblem, algorithm, worker)
);

-- The subproblems that the coordinator has put into the queue and whose results it waits for. Workers that do not own the
-- ledger can submit results for these only, and no count above `largest`: see submit. A result removes its row.
create table queens_par.wanted (
  run integer not null references queens_par.run on delete cascade,
  subproblem text not null,
  -- Its place in the plan, from 0: jobs name subproblems by these.
  place integer not null,
  -- The largest count that is possible for it, before the weight.
  largest bigint not null,
  primary key (run, subproblem)
);
create index wanted_place on queens_par.wanted (run, place);

alter table queens_par.worker
  -- When it last handed in a result that was new. Coordinators count only the threads of workers that did.
  add column handed_in timestamptz,
  -- How often it did.
  add column submissions bigint not null default 0,
  -- Results that were not entered, because nobody had asked for them, and the last of these.
  add column unwanted bigint not null default 0,
  add column unwanted_last text,
  -- The run that it last declared impossible to count, and when: see fail.
  add column failed_run integer references queens_par.run on delete set null,
  add column failed_at timestamptz;

create index set_aside_result_worker on queens_par.set_aside_result (worker);

alter table queens_par.version
  -- Fingerprint of the functions that were installed last, on the row of the latest version.
  add column functions text;
