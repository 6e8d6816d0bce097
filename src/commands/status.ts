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
import { FileStatus } from './file-status.js';
import { lineOf, statusAsJson, textOf } from './status-text.js';

/** Milliseconds between two readings of --watch, and between two plain lines where nothing can be redrawn. */
const READ_EVERY = 2000;
const PLAIN_LINES_EVERY = 10_000;

/** Largest number of inactive runs to show. More would push active runs off the screen. */
const MOST_OTHERS = 10;

/** The status of each source, or the error of one that cannot be read, for example because it has vanished. */
interface Reading {
  readonly entries: readonly (Status | Error)[];
  /** A sentence to print below. */
  readonly note?: string | undefined;
}

/** A function that reads the status of a source. */
type Reader = () => Status | Promise<Status>;

/** Shows the status of the sources, or of all runs. Sets the exit code to 1 if one of them needs attention. */
export async function status(args: Arguments<'status'>): Promise<void> {
  const { sources, watch, json, databaseFile } = args;
  if (sources.length === 0 && databaseFile === undefined && !process.env[DATABASE_VARIABLE]) {
    const remedy = `or set ${DATABASE_VARIABLE} to see all runs of a cluster`;
    throw new UsageError(`give a file or a run, as in: queens-par status 18.ledger; ${remedy}`);
  }
  try {
    await interruptible(async (signal) => {
      const files = sources.flatMap((source) => ('file' in source ? source.file : []));
      if (files.length > 0 && files.length === sources.length)
        return show(args, () => readAll(files.map(readerOf)), signal);
      const { withDatabase } = await import('../cluster/schema.js'); // needs pg, which may not be installed
      const { readRun } = await import('../cluster/status.js');
      const options = { databaseFile, signal, onOutage: watch ? logMessage : undefined };
      await withDatabase(options, (database) => {
        const readers = sources.map((source) =>
          'file' in source ? readerOf(source.file) : () => readRun(database, source.run),
        );
        async function read(): Promise<Reading> {
          const reading = await (sources.length > 0 ? readAll(readers) : readAllRuns(database, json));
          database.hasWorked = true;
          return reading;
        }
        return show(args, read, signal);
      });
    });
  } catch (error) {
    if (!(watch && error instanceof Interruption)) throw error; // the usual end of a watch
  }
}

/** Prints the status once, or with --watch until all counts are over. */
async function show({ watch, json }: Arguments<'status'>, read: () => Promise<Reading>, signal: AbortSignal) {
  const isRedrawn = watch && !json && isAnimated(process.stdout);
  let printedAt = Number.NEGATIVE_INFINITY;
  let reported = ''; // messages about missing sources
  for (let isFirst = true; ; isFirst = false) {
    const { entries, note } = await read();
    const missing = entries.flatMap((entry) => (entry instanceof Error ? entry : []));
    const statuses = entries.flatMap((entry) => (entry instanceof Error ? [] : entry));
    if (isFirst && missing[0]) throw missing[0];
    const isLast = !watch || (entries.length > 0 && statuses.filter(isOver).length === entries.length);
    const messages = missing.map((error) => `${messageOf(error)}; waiting for it`);
    if (!isRedrawn && String(messages) !== reported) for (const message of messages) logMessage(message);
    reported = String(messages);
    if (json) process.stdout.write(asJson('status/1', { results: statuses.map(statusAsJson) }));
    else if (isRedrawn || isLast) {
      if (isRedrawn) clearScreen();
      const texts = [...statuses.map(textOf), ...messages.map((line) => `${line}\n`), ...(note ? [`${note}\n`] : [])];
      process.stdout.write(texts.join('\n'));
    } else if (performance.now() - printedAt >= PLAIN_LINES_EVERY) {
      printedAt = performance.now();
      process.stdout.write(statuses.map((one) => `${lineOf(one)}\n`).join(''));
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
  return (
    state === 'failed' || state === 'conflict' || (state === 'finished' && (count !== undefined || part !== undefined))
  );
}

/** Returns whether a count is wrong or has failed, or a file is damaged. */
function needsAttention({ agreement, state, source, problem }: Status): boolean {
  const isDamaged = problem !== undefined && !source.startsWith('run:');
  return agreement === 'differs' || state === 'failed' || state === 'conflict' || isDamaged;
}

function clearScreen(): void {
  cursorTo(process.stdout, 0, 0);
  clearScreenDown(process.stdout);
}

/** Reads the status of each source. */
async function readAll(readers: readonly Reader[]): Promise<Reading> {
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

/** Returns a function that reads the status of a file. */
function readerOf(name: string): Reader {
  const file = new FileStatus(name);
  return () => file.read();
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
