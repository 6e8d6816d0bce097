import type { Arguments } from '../../cli/commands.js';
import { THREAD_BYTES } from '../../executors/memory.js';
import { chooseThreadsForAny, inspectMachine } from '../../executors/threads.js';
import { runInterruptible } from '../../terminal/interruption.js';
import { logMessage } from '../../terminal/terminal.js';
import { tooManyThreads } from '../machine-limits.js';
import { withCluster } from '../sources.js';
import { setDeadline } from './deadline.js';

/** `queens-par cluster work`: counts jobs until it is interrupted, which is how it normally ends. */
export async function workUntilInterrupted(args: Arguments<'cluster work'>): Promise<void> {
  const { databaseFile, lease, quiet } = args;
  const log = quiet ? () => {} : logMessage;
  const machine = inspectMachine(args.threads, args.memory);
  const { threads, memory } = chooseThreadsForAny(machine);
  const note = tooManyThreads(machine, threads, THREAD_BYTES + memory);
  if (note) log(note);
  const { runWorker } = await import('../../cluster/worker.js');
  await runInterruptible(async (signal) => {
    setDeadline(signal, true);
    try {
      await withCluster({ databaseFile, onOutage: log, signal }, async (connect) =>
        runWorker(await connect(), { threads, memory, lease, signal, log }),
      );
    } catch (error) {
      if (!signal.aborted) throw error; // otherwise interrupted while waiting for the database
    }
  });
}
