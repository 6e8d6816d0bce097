import Table from 'cli-table3';
import type { RunStatus, WorkerStatus } from '../cluster/ledger/status.js';
import { unitOfWork } from '../terminal/progress-line.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, formatRate, plural } from '../text/numbers.js';

/** How the runs stand, for reading: a paragraph for each run, and a table of its workers. */
export function statusText(statuses: readonly RunStatus[]): string {
  return statuses.map(runText).join('\n');
}

function runText(status: RunStatus): string {
  const { run, n, algorithm, state, reason, total, subproblems, finished, part } = status;
  const solutions = total === null ? '' : `: ${formatCount(BigInt(total))} solutions`;
  const lines = [
    `${run}  ${plural(n, 'queen')}, ${algorithm}, ${state}${solutions}${reason ? ` (${reason})` : ''}`,
    `  ${Math.floor(100 * part)}% ${formatCount(finished)}/${formatCount(subproblems)} subproblems${paceText(status)}`,
    `  ${formatSeconds(status.countingSeconds)} of counting; ${retriesText(status)}`,
    ...status.conflicts.map(
      ({ subproblem, count, worker, secondCount, secondWorker }) =>
        `  CONFLICT: subproblem ${subproblem} is ${count} by ${worker}, ${secondCount} by ${secondWorker}`,
    ),
    ...status.workers.flatMap(({ name, refusal }) => (refusal === null ? [] : [`  ${name} refused a job: ${refusal}`])),
  ];
  return `${lines.join('\n')}\n${workerTable(status.workers)}`;
}

function paceText({ state, algorithm, subproblemsPerSecond, workPerSecond, secondsLeft }: RunStatus): string {
  if (state !== 'counting') return '';
  const left = secondsLeft === null ? 'time left unknown' : `${formatSeconds(Math.ceil(secondsLeft))} left`;
  const rate = `${formatRate(subproblemsPerSecond)}/s, ${formatRate(workPerSecond)} ${unitOfWork(algorithm)}/s`;
  return `, ${rate}, ${left}`;
}

function retriesText({ retries, conflicts }: RunStatus): string {
  return `${retries === 1 ? '1 retry' : `${formatCount(retries)} retries`}, ${plural(conflicts.length, 'conflict')}`;
}

function workerTable(workers: readonly WorkerStatus[]): string {
  if (workers.length === 0) return '  no workers\n';
  const table = new Table({
    head: ['worker', 'threads', 'finished', 'seen', 'kernel'],
    colAligns: ['left', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const { name, threads, finished, isHere, secondsSinceSeen, kernel } of workers) {
    const seen = `${formatSeconds(Math.round(secondsSinceSeen))} ago${isHere ? '' : ', gone'}`;
    table.push([name, threads, formatCount(finished), seen, kernel]);
  }
  return `${table}\n`;
}

/** The same as one JSON object; counts are decimal strings. */
export function statusAsJson(runs: readonly RunStatus[]): string {
  return JSON.stringify({ schema: 'queens-par/cluster-status/1', runs });
}
