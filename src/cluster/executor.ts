import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '../executors/executor.js';
import type { PartialCount } from '../plan/partial-count.js';
import { plural } from '../text/numbers.js';
import type { Database } from './database/database.js';
import { isPassing } from './database/database-error.js';
import { countResults, loadResults, type NewResults } from './ledger/results.js';
import { type Run, type Standing, standingOf } from './ledger/runs.js';
import { Feeder } from './queue/feeder.js';
import { FeederLock } from './queue/feeder-lock.js';
import type { JobQueue } from './queue/queue.js';
import { decideConflicts } from './trust/judge.js';
import { Recounts } from './trust/recounts.js';

/** Milliseconds between two polls of the ledger: often at first, because small runs are over soon. */
function pauseAfter(look: number): number {
  return Math.min(100 * 1.2 ** look, 1000);
}

/** Milliseconds between two comparisons of queue and ledger, when there is no news or nothing left to feed. */
const PATIENCE = 15_000;

/** After this many such intervals without news, all that is left is handed out again; then after twice as many, and so on. */
const PATIENCE_WITH_HOLDERS = 2;

/** After this many such intervals without news, we stop waiting for a process that has the lock and feeds nothing. */
const PATIENCE_WITH_OTHERS = 4;

/** Polls without workers before we warn. */
const LOOKS_WITHOUT_WORKERS = 10;

/** Threads to feed for while no worker is here yet. */
const EXPECTED_THREADS = 8;

/** What a cluster executor works with. The caller closes it. */
export interface ClusterParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly run: Run;
  /** New results in the ledger, beginning before it was read to find out what is left to count. */
  readonly news: NewResults;
  /** Called with messages for the user. */
  readonly note: (message: string) => void;
  /** Milliseconds without news, after which queue and ledger are compared; 15 s by default. */
  readonly patience?: number | undefined;
}

/**
 * Counts on every machine whose workers are connected to the database. It puts jobs into the queue and takes results from
 * the ledger alone. Any number of processes may do this for one run: one of them feeds, and another takes over if it dies
 * or feeds nothing for a minute. While the database does not answer, it waits. Results that it has read may leave the
 * ledger later, so the total must be read again at the end.
 *
 * When all is counted, it waits for second counts by other logins, as long as one is there that makes them. Where counts
 * differ, it decides who is wrong, and returns early if results were set aside: the ledger is to be read again then.
 *
 * Besides what an executor may reject with: the run's reason, if it was stopped or has failed.
 */
export function clusterExecutor({ database, queue, run, news, note, patience = PATIENCE }: ClusterParts): Executor {
  let threads = 0;
  return {
    get threads() {
      return threads;
    },
    async run(subproblems, finished, signal) {
      const feeder = new Feeder(queue, database, run, subproblems);
      const lock = new FeederLock(database, run);
      const recounts = new Recounts(database, run);
      let waitingFor = 0; // second counts, when all first ones were in
      let compared = performance.now();
      let latestNews = performance.now();
      let overdueAfter = PATIENCE_WITH_HOLDERS * patience;
      let isAlone = false; // feeds without the lock

      /** @returns whether anything was new. */
      async function take(partials: Iterable<PartialCount>): Promise<boolean> {
        const before = feeder.left;
        for (const partial of partials) {
          if (feeder.faultOf(partial)) continue; // `compare` finds it missing, and sets it aside
          const subproblem = feeder.finish(partial);
          if (subproblem) await finished(subproblem, partial);
        }
        const isNews = feeder.left < before;
        if (isNews) {
          latestNews = performance.now();
          overdueAfter = PATIENCE_WITH_HOLDERS * patience;
        }
        return isNews;
      }

      /** Whether another process has the lock, but the queue is empty and no result has come for long. */
      async function isLeftAlone(): Promise<boolean> {
        if (performance.now() - latestNews < PATIENCE_WITH_OTHERS * patience) return false;
        latestNews = performance.now(); // where jobs are waiting for workers, it is asked again later
        return (await feeder.jobsInQueue()).length === 0;
      }

      /** Two processes that feed have some subproblems counted twice, which changes nothing. */
      async function mayFeed(): Promise<boolean> {
        if (await lock.tryToTake()) await feeder.adopt();
        if (lock.isOurs || isAlone) return true;
        if (lock.usurper !== undefined) {
          note(`login ${lock.usurper} holds the lock of the coordinators; this process feeds the run without it`);
          isAlone = true;
          await feeder.adopt();
          return true;
        }
        isAlone = await isLeftAlone();
        if (isAlone) note('the process that feeds this run has fallen silent; this one feeds it now');
        return isAlone;
      }

      /** Looks for what was missed: rows that came in late, and jobs that got lost. */
      async function compare(): Promise<void> {
        const jobs = await feeder.jobsInQueue();
        if ((await countResults(database, run)) !== run.plan.subproblems.length - feeder.left) {
          await take((await loadResults(database, run, { note })).finished());
        }
        feeder.recover(jobs);
        compared = performance.now();
      }

      /** Whether all that can be counted a second time now was: see docs/cluster.md for how long the rest is waited for. */
      async function isSettled(open: number): Promise<boolean> {
        if (open === 0) return true;
        if (open !== waitingFor) latestNews = performance.now();
        waitingFor = open;
        const quiet = performance.now() - latestNews;
        if (quiet < PATIENCE_WITH_OTHERS * patience) return false;
        if (quiet < PATIENCE_WITH_OTHERS * (patience + (await recounts.longest()))) return false;
        note(
          `${plural(open, 'subproblem')} of run ${run.name} are not counted a second time: no other login has done it`,
        );
        return true;
      }

      /** A queue that is paused would keep the run waiting for ever. */
      async function liftLimits(): Promise<void> {
        const [row] = await database.query<{ lifted: string[] }>('select queens_par.lift_limits() as lifted');
        const lifted = row?.lifted ?? [];
        if (lifted.length > 0) note(`the queue was held back (${lifted.join(', ')}); this process let it go on`);
      }

      async function supply(isQuiet: boolean, open: readonly string[], hasWorkers: boolean): Promise<void> {
        if (!(await mayFeed())) return;
        const isDry = feeder.left === feeder.inQueue;
        if (isDry && hasWorkers && performance.now() - latestNews > overdueAfter) {
          // Workers may hold what is left and never finish it: others get it as well. Each time we wait twice as long.
          feeder.recover([]);
          overdueAfter *= 2;
        }
        if (performance.now() - compared > patience && (isQuiet || isDry)) await compare();
        await feeder.feed(threads || EXPECTED_THREADS);
        await feeder.feedAgain(open, threads || EXPECTED_THREADS);
      }

      try {
        for (let look = 0; ; look++) {
          signal?.throwIfAborted();
          const isNews = await take(await news.read());
          const standing = await standingOf(database, run);
          refuseEnded(run, standing);
          if (standing.isDisputed || standing.state === 'conflict') {
            // Whatever was set aside with the login that was wrong is missing now: the caller reads the ledger again.
            if (await decideConflicts({ database, run, note, signal })) return;
          }
          const open = await recounts.open(standing.recount, feeder.left === 0);
          if (feeder.left === 0 && (await isSettled(open.length))) return;
          threads = standing.threads;
          if (look === LOOKS_WITHOUT_WORKERS && standing.workers === 0)
            note(`no worker is here yet; ${database.command('work')} starts one`);
          if (standing.isHeldBack) await liftLimits();
          await supply(!isNews, open, standing.workers > 0).catch((error) => {
            signal?.throwIfAborted();
            if (!isPassing(error)) throw error;
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

/** @throws Error with the run's reason, if it was stopped or failed. */
export function refuseEnded({ name }: Run, { state, reason }: Standing): void {
  if (state === 'failed' || state === 'stopped') throw new Error(`run ${name} has ${state}: ${reason}`);
}
