import { clearScreenDown, cursorTo } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Arguments } from '../../cli/commands.js';
import { withDatabase } from '../../cluster/connect.js';
import type { Database } from '../../cluster/database.js';
import { conflictMessage, findRun, readRuns } from '../../cluster/runs.js';
import { type RunStatus, readStatus, type WorkerStatus } from '../../cluster/status.js';
import { unitOfWork } from '../../runs/progress.js';
import { Interruption, interruptible } from '../../terminal/interruption.js';
import { isAnimated } from '../../terminal/terminal.js';
import { formatSeconds } from '../../text/durations.js';
import { formatCount, formatRate, megabytes, plural } from '../../text/numbers.js';
import { aligned } from '../../text/tables.js';

/** Milliseconds between two updates of --watch. */
const WATCH_EVERY = 2000;

/** Largest number of inactive runs to show. More would push active runs off the screen. */
const MOST_OTHERS = 10;

/** `queens-par cluster status`: prints the status of the runs, once or repeatedly. */
export async function showStatus(args: Arguments<'cluster status'>): Promise<void> {
  const { run, watch, json, databaseFile, local } = args;
  await withDatabase({ databaseFile, local }, async (database) => {
    async function show(): Promise<void> {
      const runs = run === undefined ? await readRuns(database) : [await findRun(database, run)];
      const others = runs.filter(({ state }) => state !== 'counting');
      const hidden = json ? [] : others.slice(MOST_OTHERS);
      const statuses: RunStatus[] = [];
      for (const row of runs) if (!hidden.includes(row)) statuses.push(await readStatus(database, row));
      if (watch && isAnimated(process.stdout)) clearScreen();
      process.stdout.write(json ? `${statusAsJson(statuses)}\n` : statusText(database, statuses, hidden.length));
    }
    if (!watch) return show();
    await interruptible(async (signal) => {
      while (!signal.aborted) {
        await show();
        await delay(WATCH_EVERY, undefined, { signal }).catch(() => {}); // an interruption is the normal end
      }
    }).catch((error) => {
      if (!(error instanceof Interruption)) throw error;
    });
  });
}

function clearScreen(): void {
  cursorTo(process.stdout, 0, 0);
  clearScreenDown(process.stdout);
}

/** Formats the status as the JSON object of docs/json.md. */
function statusAsJson(statuses: readonly RunStatus[]): string {
  const runs = statuses.map((status) => {
    const { name: run, n, algorithm, planHash, state, reason, total: count, agreement, conflict } = status;
    const { subproblems, finished, fraction, subproblemsPerSecond, workPerSecond, secondsLeft } = status;
    return {
      ...{ run, n, algorithm, planHash, state, reason, count, agreement, conflict, subproblems, finished },
      ...{ fraction, subproblemsPerSecond, workPerSecond, secondsLeft, cpuSeconds: status.countingSeconds },
      workers: status.workers.map(({ id: _, ...worker }) => worker),
    };
  });
  return JSON.stringify({ schema: 'queens-par/cluster-status/4', runs });
}

/** Formats the status as text: for each run, a paragraph and a table of its workers. */
function statusText(database: Database, statuses: readonly RunStatus[], hidden: number): string {
  if (statuses.length === 0) return `No runs yet; start one with: ${database.command('start', '18')}\n`;
  const shown = statuses.map((status) => runText(database, status)).join('\n');
  if (hidden === 0) return shown;
  const shows = `${database.command('status', 'RUN')} shows one run, ${database.command('status', '--json')} shows all`;
  return `${shown}\n${plural(hidden, 'earlier run')}: ${shows}.\n`;
}

function runText(database: Database, status: RunStatus): string {
  const { name, n, algorithm, state, reason, total, subproblems, finished, fraction } = status;
  const solutions = total === null ? '' : `: ${formatCount(BigInt(total))} solutions`;
  const why = reason === null || state === 'conflict' ? '' : ` (${reason})`;
  const done = `${Math.floor(100 * fraction)}% ${formatCount(finished)}/${formatCount(subproblems)} subproblems`;
  const lines = [
    `${name}  ${plural(n, 'queen')}, ${algorithm}, ${state}${solutions}${why}`,
    `  ${done}${paceText(status)}; ${formatSeconds(status.countingSeconds)} of counting`,
    ...(state === 'finished' && total === null
      ? [`  all counted; ${database.command('start', String(n), '--run', name)} prints the total`]
      : []),
    ...(state === 'conflict' ? [`  ${conflictMessage(database, status)}`] : []),
    ...(status.agreement === 'differs'
      ? [`  WRONG TOTAL: a worker miscounted; ${database.command('audit', name, '--sample', '100%')} finds it`]
      : []),
    ...status.workers.flatMap(({ name, refusal }) =>
      refusal === null ? [] : [`  ${name} gave a job back: ${refusal}`],
    ),
  ];
  return `${lines.join('\n')}\n${workerTable(status.workers)}`;
}

function paceText({ state, algorithm, subproblemsPerSecond, workPerSecond, secondsLeft }: RunStatus): string {
  if (state !== 'counting') return '';
  const left = secondsLeft === null ? 'time left unknown' : `${formatSeconds(Math.ceil(secondsLeft))} left`;
  const rate = `${formatRate(subproblemsPerSecond)}/s, ${formatRate(workPerSecond)} ${unitOfWork(algorithm)}/s`;
  return `, ${rate}, ${left}`;
}

function workerTable(workers: readonly WorkerStatus[]): string {
  if (workers.length === 0) return '  no workers\n';
  const rows = workers.map(({ name, threads, memory, finished, isHere, secondsSinceSeen, kernel }) => {
    const seen = `${formatSeconds(Math.max(Math.ceil(secondsSinceSeen), 1))} ago${isHere ? '' : ', gone'}`;
    return [name, String(threads), megabytes(memory), formatCount(finished), seen, kernel];
  });
  const head = ['worker', 'threads', 'memory', 'finished', 'seen', 'kernel'];
  return aligned({ head, aligns: ['left', 'right', 'right', 'right', 'right', 'left'], rows });
}
