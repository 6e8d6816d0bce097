import { clearScreenDown, cursorTo } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../cluster/database/database.js';
import { findRun } from '../cluster/ledger/runs.js';
import { countRuns, readStatus } from '../cluster/ledger/status.js';
import { statusAsJson, statusText } from '../report/cluster-status.js';
import { Interruption, interruptible } from '../terminal/interruption.js';
import { isAnimated } from '../terminal/terminal.js';
import { plural } from '../text/numbers.js';
import type { MetricsAddress } from './metrics-address.js';
import { type DatabaseArguments, withDatabase } from './with-database.js';

/** Milliseconds between two looks. */
const WATCH_EVERY = 2000;

/** Runs that are shown though nobody counts them: those of long ago would push the others off the screen. */
const MOST_OTHERS = 10;

export interface ClusterStatusArguments extends DatabaseArguments {
  readonly run: string | undefined;
  readonly watch: boolean;
  readonly metrics: MetricsAddress | undefined;
  readonly json: boolean;
}

/** Prints how the runs stand: once, again and again, or to whoever asks over HTTP. */
export async function runClusterStatus({ run, watch, metrics, json, ...args }: ClusterStatusArguments): Promise<void> {
  await withDatabase(args, async (database) => {
    if (run !== undefined) await findRun(database, run); // a name that nothing has is an error
    async function show(): Promise<void> {
      const text = json ? `${statusAsJson(await readStatus(database, run))}\n` : await readableStatus(database, run);
      if (watch && isAnimated(process.stdout)) clearScreen();
      process.stdout.write(text);
    }
    if (metrics !== undefined) {
      const { serveMetrics } = await import('../server/metrics.js');
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

async function readableStatus(database: Database, run: string | undefined): Promise<string> {
  if (run !== undefined) return statusText(await readStatus(database, run));
  const runs = await countRuns(database);
  if (runs === 0) return `No runs yet; begin one, as by: ${database.command('start', '18')}\n`;
  const statuses = await readStatus(database, run, MOST_OTHERS);
  const hidden = runs - statuses.length;
  if (hidden <= 0) return statusText(statuses);
  const shows = `${database.command('status', 'RUN')} shows one, ${database.command('status', '--json')} all`;
  return `${statusText(statuses)}\n${plural(hidden, 'earlier run')}: ${shows}.\n`;
}

function clearScreen(): void {
  cursorTo(process.stdout, 0, 0);
  clearScreenDown(process.stdout);
}

function say(message: string): void {
  process.stderr.write(`queens-par: ${message}\n`);
}

/** Being interrupted is how this is meant to end. */
async function untilInterrupted(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
  await interruptible(async (signal) => {
    try {
      await task(signal);
    } catch (error) {
      if (!(signal.reason instanceof Interruption)) throw error;
    }
  });
}
