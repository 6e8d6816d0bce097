/** Seconds after which a worker that was not heard of is taken for gone. */
export const HEARD_WITHIN = 60;

/** SQL that holds for the workers that are here. */
export const IS_HERE = `not worker.gone and worker.seen > now() - interval '${HEARD_WITHIN} seconds'`;

/** SQL for the threads of all workers that are here. */
export const THREADS_HERE = `(select coalesce(sum(threads), 0)::integer from queens_par.worker where ${IS_HERE})`;
