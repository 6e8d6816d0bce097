import { clearScreenDown, cursorTo } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import Table from 'cli-table3';
import type { Arguments } from '../../cli/commands.js';
import type { Database } from '../../cluster/database/database.js';
import { findRun } from '../../cluster/ledger/runs.js';
import { countRuns, type RunStatus, readStatus, type WorkerStatus } from '../../cluster/ledger/status.js';
import { readWarnings, type Warning } from '../../cluster/ledger/warnings.js';
import type { Trust } from '../../cluster/trust/trust.js';
import { withDatabase } from '../../cluster/with-database.js';
import { Interruption, interruptible } from '../../terminal/interruption.js';
import { isAnimated, say } from '../../terminal/terminal.js';
import { formatSeconds } from '../../text/durations.js';
import { formatCount, formatRate, plural } from '../../text/numbers.js';
import { unitOfWork } from '../../text/progress-line.js';
import type { JsonOf } from '../json-schemas.js';
import { formatPart, loginsText, wrongTotalText } from './trust.js';

/** Milliseconds between two updates with --watch. */
const WATCH_EVERY = 2000;

/** Runs that are shown though they are not being counted: more of them would push the others off the screen. */
const MOST_OTHERS = 10;

/** `queens-par cluster status`: prints the status of the runs once or repeatedly, or serves it over HTTP. */
export async function showStatus({ run, watch, metrics, json, ...place }: Arguments<'cluster status'>): Promise<void> {
  await withDatabase(place, async (database) => {
    if (run !== undefined) await findRun(database, run); // an unknown name is an error
    async function show(): Promise<void> {
      const warnings = await readWarnings(database);
      const text = json
        ? `${statusAsJson(await readStatus(database, run), warnings)}\n`
        : `${await readableStatus(database, run)}${warningsText(warnings)}`;
      if (watch && isAnimated(process.stdout)) clearScreen();
      process.stdout.write(text);
    }
    if (metrics !== undefined) {
      const { serveMetrics } = await import('../../server/metrics.js');
      await untilInterrupted((signal) => serveMetrics(database, { ...metrics, run, signal }, say));
    } else if (watch) {
      await untilInterrupted(async (signal) => {
        for (;;) {
          await show();
          await delay(WATCH_EVERY, undefined, { signal });
        }
      });
    } else {
      await show();
    }
  });
}

function clearScreen(): void {
  cursorTo(process.stdout, 0, 0);
  clearScreenDown(process.stdout);
}

/** An interruption is how this is meant to end. */
async function untilInterrupted(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
  await interruptible(async (signal) => {
    try {
      await task(signal);
    } catch (error) {
      if (!(signal.reason instanceof Interruption)) throw error;
    }
  });
}

/** The status as one JSON object; counts are decimal strings. */
function statusAsJson(runs: readonly RunStatus[], warnings: readonly Warning[]): string {
  const output: JsonOf<'cluster status'> = {
    schema: 'queens-par/cluster-status/2',
    runs: runs.map(({ total, part, countingSeconds, trust, subproblems, finished, ...run }) => ({
      ...run,
      count: total,
      trust: trust && { ...trust, logins: trust.logins.map(asFractions) },
      subproblems,
      finished,
      fractionDone: part,
      cpuSeconds: countingSeconds,
    })),
    warnings,
  };
  return JSON.stringify(output);
}

function asFractions({ part, alone, ...login }: Trust['logins'][number]) {
  return { ...login, fractionCounted: part, fractionAlone: alone };
}

/** What the owner should know of, each with the command that undoes it. */
function warningsText(warnings: readonly Warning[]): string {
  return warnings.map(({ message, remedy }) => `\nWARNING: ${message}. Undo it with: ${remedy}\n`).join('');
}

async function readableStatus(database: Database, run: string | undefined): Promise<string> {
  if (run !== undefined) return statusText(database, await readStatus(database, run));
  const runs = await countRuns(database);
  if (runs === 0) return `No runs yet; start one with: ${database.command('start', '18')}\n`;
  const statuses = await readStatus(database, run, MOST_OTHERS);
  const hidden = runs - statuses.length;
  if (hidden <= 0) return statusText(database, statuses);
  const shows = `${database.command('status', 'RUN')} shows one, ${database.command('status', '--json')} all`;
  return `${statusText(database, statuses)}\n${plural(hidden, 'earlier run')}: ${shows}.\n`;
}

/** A paragraph for each run, with a table of its workers. */
function statusText(database: Database, statuses: readonly RunStatus[]): string {
  return statuses.map((status) => runText(database, status)).join('\n');
}

function runText(database: Database, status: RunStatus): string {
  const { run, n, algorithm, state, reason, total, subproblems, finished, part } = status;
  const solutions = total === null ? '' : `: ${formatCount(BigInt(total))} solutions`;
  const lines = [
    `${run}  ${plural(n, 'queen')}, ${algorithm}, ${state}${solutions}${reason ? ` (${reason})` : ''}`,
    `  ${Math.floor(100 * part)}% ${formatCount(finished)}/${formatCount(subproblems)} subproblems${paceText(status)}`,
    `  ${formatSeconds(status.countingSeconds)} of counting; ${retriesText(status)}`,
    ...differenceLines(database, status),
    ...trustLines(status),
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

/** A total that is wrong stays marked as wrong, with those it rests on. */
function differenceLines(database: Database, { run, n, agreement, trust }: RunStatus): string[] {
  if (agreement !== 'differs') return [];
  return [`  WRONG TOTAL: ${wrongTotalText(n, trust, database.command('audit', run))}`];
}

/** How much of the counts rests on one login alone. */
function trustLines({ trust, subproblems, finished, state }: RunStatus): string[] {
  if (!trust || trust.restsOnOneLogin === null) return [];
  const { drawn, recounted, recount, logins, restsOnOneLogin } = trust;
  const lines = [`  ${formatPart(restsOnOneLogin)} rests on one login alone: ${loginsText(logins)}`];
  if (recount === 0) return lines;
  const asked = `${formatCount(drawn)} drawn to be counted a second time`;
  const isOver = state === 'finished' && finished === subproblems;
  if (recounted === drawn && drawn > 0) lines.push(`  ${asked}; another login has counted all of them, and agrees`);
  else if (isOver && recounted === 0)
    lines.push(`  nothing was counted a second time: no other login than ${logins[0]?.login} was there to do it`);
  else lines.push(`  ${asked}; another login has counted ${formatCount(recounted)} of them, and agrees`);
  return lines;
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
