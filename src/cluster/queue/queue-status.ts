import type { Database } from '../database/database.js';

/** The jobs in the queue, those of all runs together. */
export interface QueueStatus {
  /** For a worker. */
  readonly waiting: number;
  /** With a worker. */
  readonly active: number;
  /** For a while, after a failure or a refusal. */
  readonly delayed: number;
  /** Whether workers get no jobs. No command of ours pauses the queue. */
  readonly isPaused: boolean;
}

/** Counts the jobs in the queue. */
export async function readQueueStatus(database: Database): Promise<QueueStatus> {
  const [status] = await database.query<QueueStatus>(
    `select count(*) filter (where state = 'waiting')::integer as waiting,
            count(*) filter (where state = 'active')::integer as active,
            count(*) filter (where state = 'delayed')::integer as delayed,
            exists (select from queens_par_queue.meta where field = 'paused') as "isPaused"
       from queens_par_queue.job`,
  );
  return status ?? { waiting: 0, active: 0, delayed: 0, isPaused: false };
}
