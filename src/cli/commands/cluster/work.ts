import { setTimeout as delay } from 'node:timers/promises';
import { ClusterUsageError } from '../../../cluster/connection/cluster-error.js';
import type { Database } from '../../../cluster/connection/database.js';
import { ANY_WORK, fitToMachine } from '../../../node/machine/fit.js';
import { inspectMachine } from '../../../node/machine/machine.js';
import { runUntilInterrupted } from '../../../node/terminal/interruption.js';
import { logMessage } from '../../../node/terminal/terminal.js';
import { describeThreadLimit } from '../../counting/announcement.js';
import { setDeadline } from '../../counting/deadline.js';
import { hasWideKernel } from '../../counting/wide-kernel.js';
import type { Arguments } from '../../options/commands.js';
import { messageWithRemedy } from '../../sources/remedies.js';
import { withCluster } from '../../sources/sources.js';

/** `queens-par cluster work`: works on jobs until interrupted, which is the normal way to stop it. */
export async function workUntilInterrupted(args: Arguments<'cluster work'>): Promise<void> {
  const { databaseFile, lease, quiet } = args;
  const log = quiet ? () => {} : logMessage;
  const machine = inspectMachine(args.threads, args.memory);
  const { kernel, threads, memory, threadBytes } = fitToMachine(ANY_WORK, machine, hasWideKernel() ? 'wide' : 'fast');
  const note = describeThreadLimit(machine, threads, threadBytes);
  if (note) log(note);
  const { runWorker } = await import('../../../cluster/work/worker.js');
  const onWait = (error: ClusterUsageError) => log(`waiting for a run: ${messageWithRemedy(error, databaseFile)}`);
  await runUntilInterrupted(async (signal) => {
    setDeadline(signal, true);
    await withCluster({ databaseFile, onOutage: log, onLock: log, signal }, async (connect) =>
      runWorker(await connectPatiently(connect, onWait, signal), { threads, memory, kernel, lease, signal, log }),
    );
  });
}

/** Milliseconds between two looks at a database without tables. */
const LOOK_INTERVAL = 2_000;

/**
 * Connects to the database and waits until `cluster start` has created or upgraded the tables. A worker may start
 * first, for example while its database is being moved. @throws the signal's reason; the errors of `connect`.
 */
async function connectPatiently(
  connect: () => Promise<Database>,
  onWait: (error: ClusterUsageError) => void,
  signal: AbortSignal,
): Promise<Database> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await connect();
    } catch (error) {
      if (!(error instanceof ClusterUsageError && ['first-run', 'upgrade'].includes(error.need))) throw error;
      if (isFirst) onWait(error);
      await delay(LOOK_INTERVAL, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
