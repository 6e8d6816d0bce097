/** Jobs: how the plan of a run is divided among the threads of a cluster. */
import { chooseAlgorithm, choosePlan, type PlanOptions } from '../../core/plan/choose-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import type { Steps } from '../../core/plan/steps.js';

/** Number of threads that a run is planned for, enough for most clusters. If possible, a run has at least 64 jobs. */
const THREADS = 64;

/** Approximate number of jobs in a run, if the limits below allow it. */
const JOBS = 2000;

/**
 * Minimum and maximum cost of a job, in milliseconds. Cheaper jobs would keep the database busier than the threads.
 * With more expensive jobs, more work is lost when a worker dies, and threads wait longer at the end. For 24 queens,
 * 4,000 threads would take 1.6 times the ideal time with one-minute jobs, but only 1.02 times with these limits.
 */
const MIN_JOB_COST = 100;
const MAX_JOB_COST = 5_000;

/** A job: the subproblems at indexes `first` to `end` - 1 of a run's plan. */
export interface ClusterJob {
  /** Id of the run (RunRow.id). */
  readonly run: number;
  readonly first: number;
  readonly end: number;
}

/** A job that does not belong to a run yet. */
export interface PlannedJob extends Pick<ClusterJob, 'first' | 'end'> {
  /** Estimated thread time, in milliseconds on the reference machine. */
  readonly cost: number;
}

/**
 * Builds the plan of a new run. For `meet` below n = 20, the plan is for only 8 threads, because at n = 18, a
 * plan for 64 threads takes twice as much work as one for two. At n = 20, it takes only a tenth more.
 *
 * @throws the errors of `choosePlan`.
 */
export function planForCluster(n: number, options: PlanOptions): Steps<Plan> {
  const threads = n < 20 && chooseAlgorithm(n, options) === 'meet' ? 8 : THREADS;
  return choosePlan(n, { ...options, threads });
}

/**
 * Divides a plan into jobs, most expensive first. A job ends once its subproblems cost 1/2000 of the plan and at least
 * 100 ms; in a short plan, 1/64 is enough. A job costs at most 5 s, unless its only subproblem costs more.
 */
export function createJobs({ subproblems, cost }: Pick<Plan, 'subproblems' | 'cost'>): PlannedJob[] {
  const enough = Math.min(Math.max(cost / JOBS, MIN_JOB_COST), cost / THREADS, MAX_JOB_COST);
  const jobs: PlannedJob[] = [];
  let job = { first: 0, end: 0, cost: 0 };
  function close(): void {
    if (job.end > job.first) jobs.push(job);
    job = { first: job.end, end: job.end, cost: 0 };
  }
  for (const subproblem of subproblems) {
    if (job.cost + subproblem.cost > MAX_JOB_COST) close();
    job.end++;
    job.cost += subproblem.cost;
    if (job.cost >= enough) close();
  }
  close();
  return jobs.sort((a, b) => b.cost - a.cost);
}
