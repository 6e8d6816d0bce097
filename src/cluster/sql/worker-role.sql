-- A role for workers: it takes jobs from the queue, and hands in results through one function. It cannot read the
-- ledger, or change what it or anyone else handed in; it cannot make jobs. Run this once as the owner of the database,
-- after the schemas were made (`queens-par cluster status` makes them):
--
--   psql "$QUEENS_PAR_DATABASE_URL" -f worker-role.sql
--
-- and then, for each machine or each person: create role ada login password '...' in role queens_par_worker;

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'queens_par_worker') then
    create role queens_par_worker nologin;
  end if;
end
$$;

-- The ledger: these functions, and no table.
grant usage on schema queens_par to queens_par_worker;
grant execute on function queens_par.enroll(text, integer, text, boolean) to queens_par_worker;
grant execute on function queens_par.unfinished(integer, boolean, text[]) to queens_par_worker;
grant execute on function queens_par.submit(
  integer, integer, text, text, text[], bigint[], bigint[], double precision[], double precision[]
) to queens_par_worker;
grant execute on function queens_par.fail(integer, text) to queens_par_worker;
grant execute on function queens_par.refuse(integer, text) to queens_par_worker;

-- The queue: to take jobs and give them back, finished or not. No insert into job.
grant usage on schema queens_par_queue to queens_par_worker;
grant select on all tables in schema queens_par_queue to queens_par_worker;
grant update, delete on queens_par_queue.job to queens_par_worker;
grant insert, delete on queens_par_queue.event to queens_par_worker;
grant insert, update on queens_par_queue.meta to queens_par_worker; -- when somebody last looked for stalled jobs
grant usage on sequence queens_par_queue.job_seq, queens_par_queue.event_seq to queens_par_worker;
