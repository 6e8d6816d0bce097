/** `queens-par status`: shows how far files and runs of a cluster are, once or until all are complete. */
import { clearScreenDown, cursorTo } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Arguments } from '../cli/commands.js';
import type { Database } from '../cluster/database.js';
import { DATABASE_VARIABLE } from '../cluster/database-url.js';
import { LedgerFileError, UsageError } from '../errors/errors.js';
import { messageOf } from '../errors/system.js';
import type { Status } from '../runs/status.js';
import { Interruption, interruptible } from '../terminal/interruption.js';
import { isAnimated, logMessage } from '../terminal/terminal.js';
import { plural } from '../text/numbers.js';
import { asJson } from '../text/tables.js';
import { readerOf } from './file-status.js';
import { withCluster } from './sources.js';
import { statusAsJson, textOf } from './status-text.js';

/** Milliseconds between two readings of --watch, and between two texts where nothing can be redrawn. */
const READ_EVERY = 2000;
const TEXT_EVERY = 10_000;

/** Largest number of inactive runs to show. More would push active runs off the screen. */
const MOST_OTHERS = 10;

/** The status of each source, or the error of one that cannot be read, for example because it has vanished. */
interface Reading {
  readonly entries: readonly (Status | Error)[];
  /** A sentence to print below. */
  readonly note?: string | undefined;
}

/** Shows the status of the sources, or of all runs. Sets the exit code to 1 if one of them needs attention. */
export async function status(args: Arguments<'status'>): Promise<void> {
  const { sources, watch, json, databaseFile } = args;
  if (sources.length === 0 && databaseFile === undefined && !process.env[DATABASE_VARIABLE]) {
    const remedy = `or set ${DATABASE_VARIABLE} to see all runs of a cluster`;
    throw new UsageError(`give a file or a run, as in: queens-par status 18.ledger; ${remedy}`);
  }
  try {
    await interruptible((signal) =>
      withCluster({ databaseFile, signal, onOutage: watch ? logMessage : undefined }, (connect) => {
        const readers = sources.map((source) => {
          return 'file' in source ? readerOf(source.file) : async () => readRun(await connect(), source.run);
        });
        const read = async () => (sources.length > 0 ? readAll(readers) : readAllRuns(await connect(), json));
        return show(args, read, signal);
      }),
    );
  } catch (error) {
    if (!(watch && error instanceof Interruption)) throw error; // the usual end of a watch
  }
}

/** Prints the status once, or with --watch until all counts are over. */
async function show({ watch, json }: Arguments<'status'>, read: () => Promise<Reading>, signal: AbortSignal) {
  const isRedrawn = watch && !json && isAnimated(process.stdout);
  let printedAt = Number.NEGATIVE_INFINITY;
  for (let isFirst = true; ; isFirst = false) {
    const { entries, note } = await read();
    const missing = entries.flatMap((entry) => (entry instanceof Error ? entry : []));
    const statuses = entries.flatMap((entry) => (entry instanceof Error ? [] : entry));
    if (isFirst && missing[0]) throw missing[0];
    const isLast = !watch || (entries.length > 0 && missing.length === 0 && statuses.every(isOver));
    if (json) process.stdout.write(asJson('status/1', { results: statuses.map(statusAsJson) }));
    else if (isRedrawn || isLast || performance.now() - printedAt >= TEXT_EVERY) {
      printedAt = performance.now();
      if (isRedrawn) clearScreen();
      const waiting = missing.map((error) => `${messageOf(error)}; waiting for it\n`);
      process.stdout.write([...statuses.map(textOf), ...waiting, ...(note ? [`${note}\n`] : [])].join('\n'));
    }
    if (isLast) {
      if (statuses.some(needsAttention)) process.exitCode = 1;
      return;
    }
    await delay(READ_EVERY, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Returns whether a count has ended, and its total is known, if it can be. */
function isOver({ state, count, part }: Status): boolean {
  const hasFailed = state === 'failed' || state === 'conflict';
  return hasFailed || (state === 'finished' && (count !== undefined || part !== undefined));
}

/** Returns whether a count is wrong or has failed, or a file is damaged. */
function needsAttention({ agreement, state, workers, problem }: Status): boolean {
  const isDamaged = problem !== undefined && !workers;
  return agreement === 'differs' || state === 'failed' || state === 'conflict' || isDamaged;
}

function clearScreen(): void {
  cursorTo(process.stdout, 0, 0);
  clearScreenDown(process.stdout);
}

/** Reads the status of each source. */
async function readAll(readers: readonly (() => Status | Promise<Status>)[]): Promise<Reading> {
  const entries: (Status | Error)[] = [];
  for (const read of readers) {
    try {
      entries.push(await read());
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof LedgerFileError)) throw error;
      entries.push(error);
    }
  }
  return { entries };
}

/** Reads the status of the run with this name. @throws UsageError if there is no such run. */
async function readRun(database: Database, name: string): Promise<Status> {
  const { findRun } = await import('../cluster/runs.js');
  const { readStatus } = await import('../cluster/status.js');
  return readStatus(database, await findRun(database, name));
}

/** Reads the status of all runs, or of those that are active and the latest others. */
async function readAllRuns(database: Database, areAllShown: boolean): Promise<Reading> {
  const { readRuns } = await import('../cluster/runs.js');
  const { readStatus } = await import('../cluster/status.js');
  const runs = await readRuns(database);
  const others = runs.filter(({ state }) => state !== 'counting');
  const hidden = areAllShown ? [] : others.slice(MOST_OTHERS);
  const entries: Status[] = [];
  for (const row of runs) if (!hidden.includes(row)) entries.push(await readStatus(database, row));
  if (runs.length === 0)
    return { entries, note: `No runs yet; start one with: ${database.command('cluster', 'start', '18')}` };
  if (hidden.length === 0) return { entries };
  const shows = `${database.command('status', 'run:NAME')} shows one, ${database.command('status', '--json')} shows all`;
  return { entries, note: `${plural(hidden.length, 'earlier run')}: ${shows}.` };
}
