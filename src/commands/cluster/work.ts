import type { Arguments } from '../../cli/commands.js';
import { openDatabase } from '../../cluster/with-database.js';
import { work } from '../../cluster/worker/work.js';
import { resolveThreads } from '../../executors/threads.js';
import { interruptible } from '../../terminal/interruption.js';
import { say } from '../../terminal/terminal.js';

/** `queens-par cluster work`: counts jobs until it is interrupted, which is how it is meant to end. */
export async function workUntilInterrupted(args: Arguments<'cluster work'>): Promise<void> {
  const { lease, quiet } = args;
  const { threads } = resolveThreads(args.threads);
  function note(message: string): void {
    if (!quiet) say(message);
  }
  await interruptible(async (signal) => {
    const database = await openDatabase(args, { onOutage: note, signal });
    try {
      await work(database, { threads, lease, signal, note });
    } finally {
      await database.close();
    }
  });
}
