import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '../executors/executor.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Database } from './database.js';
import { explainDatabaseError, isPassing } from './database-error.js';
import { Feeder } from './feeder.js';
import { FeederLock } from './feeder-lock.js';
import type { JobQueue } from './queue.js';
import { countResults, loadResults, NewResults } from './results.js';
import { conflictMessage, type Run, type Standing, standingOf } from './runs.js';

/** Milliseconds between two looks at the ledger: often at first, because small runs are over soon. */
function pauseAfter(look: number): number {
  return Math.min(100 * 1.2 ** look, 1000);
}

/** Milliseconds between two comparisons of queue and ledger, when nothing new comes or nothing is left to be fed. */
const COMPARE_EVERY = 15_000;

/** Looks at an empty workshop, after which it is mentioned. */
const LOOKS_WITHOUT_WORKERS = 10;

/** Threads to feed for while no worker is here yet. */
const EXPECTED_THREADS = 8;

/** What a cluster executor works with; whoever made it closes it. */
export interface ClusterParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly run: Run;
  /** Told what whoever waits for the run should know. */
  readonly note: (message: string) => void;
}

/**
 * Counts on every machine whose workers are connected to the database: puts jobs into the queue, and takes the results
 * from the ledger, and from nowhere else. Any number of processes may do this for one run: one of them feeds, and
 * another takes over when it is gone. While the database does not answer, it waits.
 *
 * Besides what an executor may reject with: the run's reason, if it was stopped, failed, or has contradicting counts.
 */
export function clusterExecutor({ database, queue, run, note }: ClusterParts): Executor {
  let threads = 0;
  return {
    get threads() {
      return threads;
    },
    async run(subproblems, finished, signal) {
      const feeder = new Feeder(queue, run, subproblems);
      const lock = new FeederLock(database, run);
      const results = new NewResults(database, run);
      let compared = performance.now();

      /** @returns whether anything was new. */
      async function take(partials: Iterable<PartialCount>): Promise<boolean> {
        const before = feeder.left;
        for (const partial of partials) {
          const subproblem = feeder.finish(partial);
          if (subproblem) await finished(subproblem, partial);
        }
        return feeder.left < before;
      }

      /** Looks for what was missed: rows that came in late, and jobs that got lost. */
      async function compare(): Promise<void> {
        const jobs = await feeder.jobsInQueue();
        if ((await countResults(database, run)) !== run.plan.subproblems.length - feeder.left) {
          await take((await loadResults(database, run)).finished());
        }
        feeder.recover(jobs);
        compared = performance.now();
      }

      async function supply(isQuiet: boolean): Promise<void> {
        if (await lock.tryToTake()) await feeder.adopt();
        if (!lock.isOurs) return;
        const isDry = feeder.left === feeder.inQueue;
        if (performance.now() - compared > COMPARE_EVERY && (isQuiet || isDry)) await compare();
        await feeder.feed(threads || EXPECTED_THREADS);
      }

      try {
        for (let look = 0; feeder.left > 0; look++) {
          signal?.throwIfAborted();
          const isNews = await take(await results.read());
          const standing = await standingOf(database, run);
          refuseEnded(database, run, standing); // a conflict counts to the very end
          if (feeder.left === 0) return;
          threads = standing.threads;
          if (look === LOOKS_WITHOUT_WORKERS && threads === 0)
            note(`no worker is here yet; ${database.command('work')} starts one`);
          await supply(!isNews).catch((error) => {
            signal?.throwIfAborted();
            if (!isPassing(error)) throw explainDatabaseError(error, database.url);
          });
          await delay(pauseAfter(look), undefined, { signal }).catch(() => {});
        }
      } finally {
        lock.release();
      }
    },
    async close() {},
  };
}

function refuseEnded(database: Database, { name }: Run, { state, reason }: Standing): void {
  if (state === 'conflict') throw new Error(conflictMessage(database, { name, reason }));
  if (state === 'failed' || state === 'stopped') throw new Error(`run ${name} has ${state}: ${reason}`);
}
