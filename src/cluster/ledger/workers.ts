/** Seconds after which a worker that was not heard of is taken for gone. */
export const HEARD_WITHIN = 60;

/** SQL that holds for the workers that are here. */
export const IS_HERE = `not worker.gone and worker.seen > now() - interval '${HEARD_WITHIN} seconds'`;

/** SQL for the number of workers that are here. */
export const LIVE_WORKERS = `(select count(*)::integer from queens_par.worker where ${IS_HERE})`;

/**
 * SQL for the threads of the workers that are here, to feed the queue for. A worker counts once it has handed something in:
 * a login may say that it has a thousand workers of a thousand threads, and jobs would be cut for all of them.
 */
export const LIVE_WORKER_THREADS = `(
  select coalesce(sum(threads), 0)::integer from queens_par.worker
   where ${IS_HERE} and handed_in is not null and role not in (select role from queens_par.set_aside)
)`;
