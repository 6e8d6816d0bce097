import type { Arguments } from '../../cli/commands.js';
import { stopRun } from '../../cluster/ledger/end-run.js';
import { conflictMessage, findRun } from '../../cluster/ledger/runs.js';
import { type DatabasePlace, flagsOf, withDatabase } from '../../cluster/with-database.js';
import { UsageError } from '../../errors/errors.js';
import { shellCommand } from '../../text/quoted.js';

/** `queens-par cluster stop`: stops a run; without a name and with --local, the local database. */
export async function stop({ run, ...place }: Arguments<'cluster stop'>): Promise<void> {
  if (run !== undefined) return stopNamed(run, place);
  if (place.local) return stopDatabase();
  const example = shellCommand('queens-par', 'cluster', 'stop', '18-meet', ...flagsOf(place));
  throw new UsageError(`name the run to stop, as in: ${example}`);
}

async function stopDatabase(): Promise<void> {
  const { stopLocalDatabase } = await import('../../cluster/local/local.js');
  const wasRunning = await stopLocalDatabase();
  process.stderr.write(wasRunning ? 'The local database has stopped.\n' : 'The local database is not running.\n');
}

async function stopNamed(name: string, place: DatabasePlace): Promise<void> {
  await withDatabase(place, async (database) => {
    const run = await findRun(database, name);
    if (run.state === 'finished') throw new UsageError(`run ${name} has finished; there is nothing to stop`);
    if (run.state === 'conflict') throw new Error(conflictMessage(database, run)); // it has stopped already
    const { openQueue } = await import('../../cluster/queue/queue.js');
    const queue = await openQueue(database);
    try {
      await stopRun(database, queue, run);
    } finally {
      await queue.close();
    }
    process.stderr.write(
      `Run ${name} has stopped; ${database.command('start', String(run.n), '--run', name)} goes on with it, ${database.command('remove', name)} forgets it.\n`,
    );
  });
}
