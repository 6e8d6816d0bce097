import type { Arguments } from '../../cli/commands.js';
import { fewerThreads, threadChoice, threadsForAny } from '../../executors/threads.js';
import { memoryLimit } from '../../plan/thread-memory.js';
import { interruptible } from '../../terminal/interruption.js';
import { logMessage } from '../../terminal/terminal.js';
import { withCluster } from '../sources.js';
import { setDeadline } from './deadline.js';

/** `queens-par cluster work`: counts jobs until it is interrupted, which is how it normally ends. */
export async function workUntilInterrupted(args: Arguments<'cluster work'>): Promise<void> {
  const { databaseFile, lease, quiet } = args;
  const log = quiet ? () => {} : logMessage;
  const resolved = threadChoice(args.threads, args.memory);
  const fewer = fewerThreads(resolved);
  if (fewer) log(fewer);
  const threads = threadsForAny(resolved);
  const memory = memoryLimit(threads, resolved);
  const { runWorker } = await import('../../cluster/worker.js');
  await interruptible(async (signal) => {
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
