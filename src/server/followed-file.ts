import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { CheckedLedger, commandFor } from '../ledger/checked-ledger.js';
import type { Plan } from '../plan/plan.js';
import { ObservedRun } from '../runs/observed-run.js';
import type { RunState } from '../runs/run-update.js';
import { shellCommand } from '../text/quoted.js';
import type { RunReader } from './run-source.js';

/** Flags that refuse symbolic links, which can point outside the folder, and do not wait for the writer of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reads a regular file from an offset to its end. @throws Error if it is not a regular file; the system's error. */
export async function readFrom(file: string, offset: number): Promise<Uint8Array> {
  const handle = await open(file, FLAGS);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(`${file} is not a file`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(1, stats.size - offset)), 0, null, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Reads a whole ledger file, and returns a reader for the lines that another process adds later.
 *
 * @param known a plan that is not made again if the file has the same one.
 * @throws UsageError, LedgerFileError, or the system's error.
 */
export async function followFile(file: string, known?: Plan): Promise<RunReader> {
  const opened = Date.now();
  const ledger = new CheckedLedger(file, { known });
  const first = ledger.read(await readFrom(file, 0));
  const { results, header } = ledger;
  const run = new ObservedRun(results.plan, results, header.part);
  run.add(first ?? []);
  const command = shellCommand(...commandFor(file, header));
  function state(): RunState {
    return ledger.hasConflict ? 'conflict' : run.estimatedState(opened);
  }
  return {
    plan: results.plan,
    async poll() {
      const fresh = ledger.read(await readFrom(file, ledger.offset));
      run.add(fresh ?? []);
      return fresh !== undefined;
    },
    update(failure) {
      return run.update(failure === undefined ? state() : 'failed', command, failure ?? ledger.problem);
    },
  };
}
