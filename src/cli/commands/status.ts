/** `queens-par status`: shows the progress of counts in files and in clusters, once or until all are complete. */
import { clearScreenDown, cursorTo } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { ClusterUsageError } from '../../cluster/connection/cluster-error.js';
import type { Database } from '../../cluster/connection/database.js';
import type { RunRow } from '../../cluster/tables/runs.js';
import { LedgerFileError, OperationalError, UsageError } from '../../core/errors/errors.js';
import { nameSource } from '../../core/results/header.js';
import { asJson } from '../../core/text/json.js';
import { plural } from '../../core/text/numbers.js';
import { visible } from '../../core/text/quoted.js';
import { messageForUser } from '../../node/errors/system.js';
import { isPipe } from '../../node/files/regular-file.js';
import { DATABASE_VARIABLE } from '../../node/package/environment.js';
import { runInterruptible, runUntilInterrupted } from '../../node/terminal/interruption.js';
import { isAnimated, logMessage } from '../../node/terminal/terminal.js';
import type { Arguments } from '../options/commands.js';
import { formatClusterCommand, formatStartCommand, messageWithRemedy } from '../sources/remedies.js';
import { createFileStatusReader, withCluster } from '../sources/sources.js';
import { formatStatus, isDamaged, type Status, statusAsJson } from '../sources/status-text.js';

/** With --watch: milliseconds between two readings, and between two outputs where the screen cannot be redrawn. */
const READ_INTERVAL = 2000;
const TEXT_INTERVAL = 10_000;

/** Maximum number of inactive runs to show. More would push active runs off the screen. */
const MAX_OTHERS = 10;

/**
 * A function that reads the status of a source. It throws UsageError or LedgerFileError if reading fails, for example
 * because the source is gone.
 */
type StatusReader = () => Status | Promise<Status>;

/** The sources to show. Cluster runs come and go, so each round lists them again. */
interface Sources {
  readonly readers: readonly StatusReader[];
  /** A sentence to print below the statuses. */
  readonly note?: string | undefined;
}

/**
 * Shows the status of the given sources; without any, of all runs. Sets the exit code to 1 if one needs attention, 2 if
 * one is missing.
 */
export async function status(args: Arguments<'status'>): Promise<void> {
  const { sources, watch, databaseFile } = args;
  if (sources.length === 0 && databaseFile === undefined && !process.env[DATABASE_VARIABLE]) {
    const source = 'a file or a run (queens-par status 18.ledger)';
    throw new UsageError(`status needs ${source}, or ${DATABASE_VARIABLE} to show all runs of a cluster`);
  }
  for (const source of watch ? sources : []) {
    if (!('file' in source) || !isPipe(source.file)) continue;
    throw new UsageError(`--watch cannot follow ${nameSource(source.file)}, which is a pipe; use a file or a run`);
  }
  const run = watch ? runUntilInterrupted : runInterruptible;
  await run((signal) =>
    withCluster({ databaseFile, signal, onOutage: watch ? logMessage : undefined }, (connect) => {
      const readRun = createRunStatusReader(databaseFile);
      const readers = sources.map((source): StatusReader => {
        if ('file' in source) return createFileStatusReader(source.file);
        return async () => readRun(await connect(), source.run);
      });
      const list = async () => (sources.length > 0 ? { readers } : listRuns(connect, readRun, args));
      return show(args, list, signal);
    }),
  );
}

/** Prints the status once or, with --watch, repeatedly until all counts have ended. */
async function show(
  { watch, json, databaseFile, sources }: Arguments<'status'>,
  list: () => Promise<Sources>,
  signal: AbortSignal,
) {
  const isRedrawn = watch && !json && isAnimated(process.stdout);
  let printedAt = Number.NEGATIVE_INFINITY;
  for (let isFirst = true; ; isFirst = false) {
    const { readers, note } = await list();
    const { statuses, missing, fault } = await readAll(readers);
    signal.throwIfAborted();
    const isHopeless = isFirst && missing.length > 0 && missing.length === readers.length;
    const isComplete = readers.length > 0 && missing.length === 0 && statuses.every(isOver);
    const isLast = !watch || isHopeless || isComplete || fault !== undefined;
    if (json && (statuses.length > 0 || missing.length === 0))
      process.stdout.write(asJson('status/3', { results: statuses.map(statusAsJson) }));
    else if (!json && (isRedrawn || isLast || performance.now() - printedAt >= TEXT_INTERVAL)) {
      printedAt = performance.now();
      if (isRedrawn) {
        cursorTo(process.stdout, 0, 0);
        clearScreenDown(process.stdout);
      }
      const shown = statuses.map((one) => formatStatus(one, sources.length > 0));
      const waiting = isLast ? [] : missing.map((error) => `${visible(messageForUser(error))}; waiting for it\n`);
      process.stdout.write([...shown, ...waiting, ...(note ? [`${note}\n`] : [])].join('\n'));
    }
    if (isLast) {
      if (statuses.some(needsAttention)) process.exitCode = 1;
      for (const error of missing) logMessage(messageWithRemedy(error, databaseFile));
      if (missing.length > 0) process.exitCode = 2;
      if (fault) throw fault;
      return;
    }
    await delay(READ_INTERVAL, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/**
 * Reads all sources even if some are missing or cannot be read, but stops after a database error.
 *
 * @returns the statuses, the errors of missing sources, and `fault`: the first error in the database or in this program
 *   if there was one.
 */
async function readAll(readers: readonly StatusReader[]) {
  const statuses: Status[] = [];
  const missing: Error[] = [];
  let fault: unknown;
  for (const read of readers) {
    try {
      statuses.push(await read());
    } catch (error) {
      if (error instanceof UsageError || error instanceof LedgerFileError) missing.push(error);
      else {
        fault ??= error;
        if (error instanceof OperationalError) break; // from the database, which the other sources would also wait for
      }
    }
  }
  return { statuses, missing, fault };
}

/** Returns whether a count has failed or finished. A finished count must have a total unless it is a part. */
function isOver({ state, count, part }: Status): boolean {
  const hasFailed = state === 'failed' || state === 'conflict';
  return hasFailed || (state === 'finished' && (count !== undefined || part !== undefined));
}

/** Returns whether a count is wrong or has failed, or a file is damaged. */
function needsAttention(status: Status): boolean {
  const { agreement, state } = status;
  return agreement === 'differs' || state === 'failed' || state === 'conflict' || isDamaged(status);
}

/** A function that reads a run's status, given its name or its row. It throws UsageError if there is no such run. */
type RunStatusReader = (database: Database, run: string | RunRow) => Promise<Status>;

/** Returns a function that reads the status of runs and remembers their fractions, so none falls during a count. */
function createRunStatusReader(databaseFile: string | undefined): RunStatusReader {
  const shown = new Map<string, number>();
  const describe = (error: Error) => messageWithRemedy(error, databaseFile);
  return async (database, run) => {
    const { findRun } = await import('../../cluster/tables/runs.js');
    const { readStatus } = await import('../../cluster/tables/status.js');
    const row = typeof run === 'string' ? await findRun(database, run) : run;
    const found = await readStatus(database, row, shown.get(row.name), describe);
    shown.set(row.name, found.state === 'counting' ? found.fraction : 0);
    return { ...found, command: formatStartCommand(row, databaseFile) };
  };
}

/** Lists the active runs and the latest of the others; with --json, all runs. */
async function listRuns(
  connect: () => Promise<Database>,
  readRun: RunStatusReader,
  { json, databaseFile }: Arguments<'status'>,
): Promise<Sources> {
  const database = await connect().catch((error: unknown) => {
    if (error instanceof ClusterUsageError && error.need === 'first-run') return undefined;
    throw error;
  });
  const { readRuns } = await import('../../cluster/tables/runs.js');
  const rows = database ? await readRuns(database) : [];
  if (!database || rows.length === 0) {
    const start = formatClusterCommand(databaseFile, 'cluster', 'start', '18');
    return { readers: [], note: `No runs yet; start one with: ${start}` };
  }
  const others = rows.filter(({ state }) => state !== 'counting');
  const hidden = json ? [] : others.slice(MAX_OTHERS);
  const readers = rows.filter((row) => !hidden.includes(row)).map((row) => () => readRun(database, row));
  if (hidden.length === 0) return { readers };
  const one = formatClusterCommand(databaseFile, 'status', 'run:NAME');
  const all = formatClusterCommand(databaseFile, 'status', '--json');
  return { readers, note: `${plural(hidden.length, 'earlier run')} not shown; ${one} shows one, ${all} shows all.` };
}
