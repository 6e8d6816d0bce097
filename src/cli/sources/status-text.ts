/** Formats the status of results as text and as JSON. */
import type { JobStatus, Operation } from '../../cluster/tables/operation.js';
import type { RunStatus, WorkerStatus } from '../../cluster/tables/status.js';
import { partName } from '../../core/plan/part.js';
import { nameSource } from '../../core/results/header.js';
import type { PlanHeader } from '../../core/results/results.js';
import { estimateThreadSeconds } from '../../core/runs/estimate.js';
import { formatPercent, formatTimeLeft, type RunStats, WORK_UNITS } from '../../core/runs/progress.js';
import { formatMoment } from '../../core/text/dates.js';
import { formatSeconds } from '../../core/text/durations.js';
import { formatCount, formatRate, megabytes, plural } from '../../core/text/numbers.js';
import { visible } from '../../core/text/quoted.js';
import { formatTable } from '../../core/text/tables.js';
import { shellCommand } from '../../node/terminal/terminal.js';
import { formatVerdict } from '../counting/closing.js';

/** Maximum number of jobs to list. A screen shows no more, and --json lists all. */
const MAX_JOBS = 40;

/** A job that takes this many times as long as expected may never end. Costs are right to a factor of two or three. */
const HUNG_FACTOR = 5;
const MIN_HUNG_SECONDS = 60;

/** The status of a source's results, with the command that resumes the count. */
export interface Status extends PlanHeader, RunStats, Partial<Pick<RunStatus, 'workers' | 'conflict' | 'operation'>> {
  /** The source as on the command line, such as `16.ledger` or `run:16-meet`. */
  readonly source: string;
  readonly command: string;
}

/** Returns whether the source is a file with damaged or wrong lines. If so, `problem` explains how to resume. */
export function isDamaged({ problem, workers }: Status): boolean {
  return problem !== undefined && workers === undefined;
}

/**
 * Formats a status for a screen of 80 columns.
 *
 * @param isDetailed whether to show how a cluster counts the run.
 */
export function formatStatus(status: Status, isDetailed = false): string {
  const { source, algorithm, state, workers = [], operation } = status;
  const details = isDetailed ? operation : undefined;
  const times = [describeTimeLeft(status), describeLatest(status)].filter((text) => text !== undefined);
  const lines = [
    `${nameSource(source)}: ${describeQueens(status)}, ${algorithm}, ${state}${describeTotal(status)}`,
    `  ${describeFinished(status)}`,
    `  ${times.join('; ')}`,
    ...(details ? describeOperation(status, details) : []).map((line) => `  ${line}`),
    ...listRemarks(status).map((remark) => `  ${remark}`),
  ];
  const text = `${lines.map(visible).join('\n')}\n${workers.length > 0 ? formatWorkers(workers) : ''}`;
  return details && details.jobs.length > 0 ? `${text}${formatJobs(details.jobs)}` : text;
}

function describeQueens({ n, part }: Status): string {
  return `${plural(n, 'queen')}${part ? `, part ${partName(part)}` : ''}`;
}

function describeTotal({ count, agreement }: Status): string {
  return count !== undefined && agreement
    ? `: ${plural(BigInt(count), 'solution')}, ${formatVerdict(agreement, false)}`
    : '';
}

/** Formats `43%, 140 of 325 subproblems, 412M pairs/s on 2 threads`. The rate is left out if no thread is counting. */
function describeFinished(status: Status): string {
  const { algorithm, finished, subproblems, threads, workPerSecond } = status;
  const done = `${formatPercent(status)}%, ${formatCount(finished)} of ${plural(subproblems, 'subproblem')}`;
  if (threads === 0 || workPerSecond === undefined) return done;
  return `${done}, ${formatRate(workPerSecond)} ${WORK_UNITS[algorithm]}/s on ${plural(threads, 'thread')}`;
}

/** Returns the thread time or, during a count, `47s left, ends about 14:10`; undefined if that is still unknown. */
function describeTimeLeft(status: Status): string | undefined {
  const { state, threads, secondsLeft, threadSeconds, isBehind } = status;
  if (state !== 'counting') return `${formatSeconds(threadSeconds)} of thread time`;
  if (threads === 0 || secondsLeft === undefined) return undefined;
  const end = formatMoment(Date.now() + 1000 * secondsLeft);
  return `${formatTimeLeft(status, ' left')}, ends ${isBehind ? 'after' : 'about'} ${end}`;
}

function describeLatest({ latest }: Status): string {
  if (latest === undefined) return 'no results yet';
  return `last result ${formatMoment(latest)} (${formatAgo((Date.now() - latest) / 1000)})`;
}

function listRemarks(status: Status): string[] {
  const { source, state, problem, part, count, agreement, command, fraction, threadSeconds } = status;
  const { workers, operation } = status;
  const remarks = problem === undefined ? [] : [problem];
  if (state === 'stopped' && !isDamaged(status)) {
    const left = estimateThreadSeconds(fraction, threadSeconds);
    const time = left === undefined ? '' : `about ${formatSeconds(left)} of thread time is left; `;
    remarks.push(`${time}resume with: ${command}`);
  }
  if (state === 'finished' && part) remarks.push('add up all parts with: queens-par merge FILES');
  if (state === 'finished' && !part && count === undefined) remarks.push(`print the total with: ${command}`);
  if (agreement === 'differs')
    remarks.push(`find the wrong counts with: ${shellCommand('queens-par', 'audit', source, '--sample', '100%')}`);
  if (operation?.waitsFor) remarks.push(`waits for run ${operation.waitsFor}, whose jobs go first`);
  if (state === 'counting' && workers?.every(({ isRunning }) => !isRunning))
    remarks.push('no worker is running; start one with: queens-par cluster work');
  for (const { name, lastFailure } of workers ?? [])
    if (lastFailure !== null) remarks.push(`${name} returned a job to the queue: ${lastFailure}`);
  for (const { worker, index, seconds, expectedSeconds } of operation?.jobs.filter(seemsHung) ?? [])
    remarks.push(
      `${worker} may hang: job ${index} takes ${formatSeconds(seconds)}, not ${formatSeconds(expectedSeconds)}`,
    );
  return remarks;
}

function formatWorkers(workers: readonly WorkerStatus[]): string {
  const rows = workers.map(({ name, threads, memory, finished, isRunning, secondsSinceSeen }) => {
    const seen = `${formatAgo(secondsSinceSeen)}${isRunning ? '' : ', gone'}`;
    return [name, String(threads), megabytes(memory), formatCount(finished), seen];
  });
  const head = ['worker', 'threads', 'memory', 'finished', 'seen'];
  return formatTable({ head, aligns: ['left', 'right', 'right', 'right', 'right'], rows });
}

/** Returns whether a job has taken so much longer than expected that its thread probably hangs. */
function seemsHung({ seconds, expectedSeconds }: JobStatus): boolean {
  return seconds > MIN_HUNG_SECONDS && seconds > HUNG_FACTOR * expectedSeconds;
}

/** Formats the time since something happened, such as `3s ago`. */
function formatAgo(seconds: number): string {
  return `${formatSeconds(Math.max(1, Math.round(seconds)))} ago`;
}

function describeOperation({ state, threadSeconds }: RunStats, operation: Operation): string[] {
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
function formatJobs(jobs: readonly JobStatus[]): string {
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

/** Converts the status to an element of `results` in docs/json.md. Fields without a value are null. */
export function statusAsJson(status: Status): object {
  const { source, n, part, algorithm, planHash, state, latest, command, workers, operation } = status;
  const { subproblems, finished, fraction, isBehind, isAssumed, threads, threadSeconds } = status;
  const { problem = null, count = null, agreement = null, workPerSecond = null, secondsLeft = null } = status;
  const plan = { source, n, part: part && partName(part), algorithm, planHash };
  const outcome = { state, problem, count, agreement };
  const progress = { subproblems, finished, fraction, isBehind, isAssumed };
  const speed = { threads, workPerSecond, secondsLeft, threadSeconds };
  const lastResult = latest === undefined ? null : new Date(latest).toISOString();
  const conflict = workers && (status.conflict ?? null);
  return { ...plan, ...outcome, ...progress, ...speed, lastResult, command, conflict, workers, operation };
}
