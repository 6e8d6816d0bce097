/** Formats how a cluster counts a run, for an operator. */
import type { JobStatus, Operation } from '../../cluster/tables/operation.js';
import type { RunStats } from '../../core/runs/progress.js';
import { formatSeconds } from '../../core/text/durations.js';
import { formatCount, megabytes, plural } from '../../core/text/numbers.js';
import { formatTable } from '../../core/text/tables.js';

/** Maximum number of jobs to list. A screen shows no more, and --json lists all. */
const MAX_JOBS = 40;

/** A job that takes this many times as long as expected may never end. Costs are right to a factor of two or three. */
const HUNG_FACTOR = 5;
const MIN_HUNG_SECONDS = 60;

/** Returns whether a job has taken so much longer than expected that its thread probably hangs. */
export function seemsHung({ seconds, expectedSeconds }: JobStatus): boolean {
  return seconds > MIN_HUNG_SECONDS && seconds > HUNG_FACTOR * expectedSeconds;
}

/** Formats the time since something happened, such as `3s ago`. */
export function formatAgo(seconds: number): string {
  return `${formatSeconds(Math.max(1, Math.round(seconds)))} ago`;
}

export function describeOperation({ state, threadSeconds }: RunStats, operation: Operation): string[] {
  const { waitingJobs, silentJobs, idleThreads, lastDay, lostSeconds, countedTwice, tableBytes } = operation;
  const { secondsSinceCoordinator: checked } = operation;
  const share = formatShare(lostSeconds / (lostSeconds + threadSeconds));
  const twice = countedTwice > 0 ? `; ${plural(countedTwice, 'subproblem')} counted twice` : '';
  const lost = lostSeconds > 0 ? [`lost: ${formatSeconds(lostSeconds)} of thread time, ${share} of all${twice}`] : [];
  if (state !== 'counting') return lost;
  const silent = silentJobs > 0 ? `, ${formatCount(silentJobs)} of silent workers` : '';
  const check = checked === null ? 'none yet' : `last check ${formatAgo(checked)}`;
  return [
    `jobs: ${formatCount(waitingJobs)} waiting${silent}; threads: ${formatCount(idleThreads)} idle`,
    `last 24 hours: ${plural(lastDay.finished, 'subproblem')}, ${formatShare(lastDay.fraction)} of the run`,
    ...lost,
    `coordinator: ${check}; tables: ${megabytes(tableBytes)}`,
  ];
}

/** Formats a fraction as a percentage with two digits, such as `2.9%`. */
function formatShare(fraction: number): string {
  return `${Number((100 * fraction).toPrecision(2))}%`;
}

/** Formats the jobs that are being counted, those that are most behind first. */
export function formatJobs(jobs: readonly JobStatus[]): string {
  const lateness = ({ seconds, expectedSeconds }: JobStatus) => seconds / expectedSeconds;
  const sorted = [...jobs].sort((a, b) => lateness(b) - lateness(a));
  const rows = sorted.slice(0, MAX_JOBS).map((job) => {
    const { index, subproblems, worker, seconds, expectedSeconds } = job;
    const time = `${formatSeconds(seconds)} of about ${formatSeconds(expectedSeconds)}`;
    return [formatCount(index), formatCount(subproblems), seemsHung(job) ? `${time}, hangs?` : time, worker];
  });
  const head = ['job', 'subproblems', 'counted for', 'by'];
  const table = formatTable({ head, aligns: ['right', 'right', 'left', 'left'], rows });
  const more = jobs.length - rows.length;
  return more > 0 ? `${table}and ${plural(more, 'more job')} (--json lists all)\n` : table;
}
