import { mostExpensiveFirst } from '../../plan/plan.js';
import type { SubproblemList } from '../../plan/subproblem-list.js';
import type { Database } from '../database/database.js';
import { type Run, standingOf } from '../ledger/runs.js';
import { Feeder } from './feeder.js';
import type { JobQueue } from './queue.js';

/** Jobs that are left behind at most: a day's work for a thread. */
const MOST_JOBS = 10_000;

/** Threads to share the work among, while fewer are here. */
const EXPECTED_THREADS = 64;

/**
 * Puts jobs into the queue, without waiting for their results.
 *
 * @param left what the ledger lacks.
 * @returns how many of these are in the queue now.
 */
export async function feedOnce(queue: JobQueue, database: Database, run: Run, left: SubproblemList): Promise<number> {
  const feeder = new Feeder(queue, database, run, mostExpensiveFirst(left));
  await feeder.adopt();
  await feeder.feed(Math.max((await standingOf(database, run)).threads, EXPECTED_THREADS), MOST_JOBS);
  return feeder.inQueue;
}
