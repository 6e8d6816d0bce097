-- Version 4: a random sample of results is counted a second time, by another login than the first.

alter table queens_par.run
  -- Share of the results that are to be counted a second time, 0 to 1.
  add column recount double precision not null default 0 check (recount between 0 and 1),
  -- Decides which ones, together with each result: see lot in recount.sql. Workers cannot read it.
  add column secret bytea not null
    default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- Why a worker is set aside whose login owns the ledger: such a login is not set aside as a whole.
alter table queens_par.worker add column barred text;

-- The results that were drawn. A row goes with its result, so that what is counted again is drawn again.
create table queens_par.recount (
  run integer not null,
  subproblem text not null,
  algorithm text not null,
  -- The second count, before the weight, and who counted it; null until it is in.
  count bigint,
  worker integer references queens_par.worker,
  entered timestamptz,
  primary key (run, subproblem, algorithm),
  foreign key (run, subproblem, algorithm) references queens_par.result on delete cascade
);
create index recount_open on queens_par.recount (run) where count is null;
create index recount_worker on queens_par.recount (worker) where worker is not null;
