/** Formats the status of results as text and as JSON. */
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
import { describeOperation, formatAgo, formatJobs, seemsHung } from './operation-text.js';

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

/** Formats a status for a screen of 80 columns; if `isDetailed`, with how a cluster counts the run. */
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

/** Converts the status to an element of `results` in docs/json.md. Fields without a value are null. */
export function statusAsJson(status: Status): object {
  const { part, latest, workers } = status;
  return {
    source: status.source,
    n: status.n,
    part: part && partName(part),
    algorithm: status.algorithm,
    planHash: status.planHash,
    state: status.state,
    problem: status.problem ?? null,
    count: status.count ?? null,
    agreement: status.agreement ?? null,
    subproblems: status.subproblems,
    finished: status.finished,
    fraction: status.fraction,
    isBehind: status.isBehind,
    isAssumed: status.isAssumed,
    threads: status.threads,
    workPerSecond: status.workPerSecond ?? null,
    secondsLeft: status.secondsLeft ?? null,
    threadSeconds: status.threadSeconds,
    lastResult: latest === undefined ? null : new Date(latest).toISOString(),
    command: status.command,
    conflict: workers && (status.conflict ?? null),
    workers,
    operation: status.operation,
  };
}
