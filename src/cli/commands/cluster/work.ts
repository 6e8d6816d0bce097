import { chooseThreadsForAny } from '../../../node/machine/fit.js';
import { inspectMachine } from '../../../node/machine/machine.js';
import { runUntilInterrupted } from '../../../node/terminal/interruption.js';
import { logMessage } from '../../../node/terminal/terminal.js';
import { setDeadline } from '../../counting/deadline.js';
import { describeThreadLimit } from '../../counting/machine-limits.js';
import { hasWideKernel } from '../../counting/wide-kernel.js';
import type { Arguments } from '../../options/commands.js';
import { withCluster } from '../../sources/sources.js';

/** `queens-par cluster work`: works on jobs until interrupted, which is the normal way to stop it. */
export async function workUntilInterrupted(args: Arguments<'cluster work'>): Promise<void> {
  const { databaseFile, lease, quiet } = args;
  const log = quiet ? () => {} : logMessage;
  const machine = inspectMachine(args.threads, args.memory);
  const { threads, memory, threadBytes } = chooseThreadsForAny(machine);
  const note = describeThreadLimit(machine, threads, threadBytes);
  if (note) log(note);
  const kernel = hasWideKernel() ? 'wide' : 'fast';
  const { runWorker } = await import('../../../cluster/work/worker.js');
  await runUntilInterrupted(async (signal) => {
    setDeadline(signal, true);
    await withCluster({ databaseFile, onOutage: log, onLock: log, signal }, async (connect) =>
      runWorker(await connect(), { threads, memory, kernel, lease, signal, log }),
    );
  });
}
