-- Grants the role of workers what it needs, if the role exists: called by worker-role.sql, and whenever functions are
-- installed, so that the role keeps up with them.
create or replace function queens_par.grant_workers()
returns void
language plpgsql set search_path = pg_catalog, queens_par, pg_temp
as $$
declare
  v_function regprocedure;
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

  -- The queue: these functions, which take jobs and give them back. Of the tables, what BullMQ reads itself: its version, and
  -- whether jobs are waiting. (Version 2 of the ledger granted more.)
  revoke all on all tables in schema queens_par_queue from queens_par_worker;
  revoke all on all sequences in schema queens_par_queue from queens_par_worker;
  grant usage on schema queens_par_queue to queens_par_worker;
  grant select on queens_par_queue.migration to queens_par_worker;
  grant select (queue, state) on queens_par_queue.job to queens_par_worker;
  grant select on queens_par.meta to queens_par_worker;
  for v_function in
    select oid from pg_proc
     where pronamespace = 'queens_par'::regnamespace and proname in (
       'may_take', 'move_to_active', 'extend_lock', 'move_to_completed', 'move_to_completed_fetch', 'move_to_failed',
       'move_to_failed_fetch', 'move_to_delayed', 'move_active_to_wait', 'retry_job', 'move_stalled_jobs_to_wait',
       'next_signal', 'next_delay'
     )
  loop
    execute format('grant execute on function %s to queens_par_worker', v_function);
  end loop;
end
$$;

revoke all on all functions in schema queens_par from public;
select queens_par.grant_workers();
