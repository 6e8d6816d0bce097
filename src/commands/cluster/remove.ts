import type { Arguments } from '../../cli/commands.js';
import { withDatabase } from '../../cluster/connect.js';
import { findRun, removeRun, removeWorker } from '../../cluster/runs.js';
import { UsageError } from '../../errors/errors.js';
import { plural } from '../../text/numbers.js';

/** `queens-par cluster remove`: removes a run, or the results of one worker. */
export async function remove({ run: name, worker, ...choice }: Arguments<'cluster remove'>): Promise<void> {
  await withDatabase(choice, async (database) => {
    const run = await findRun(database, name);
    if (run.state === 'counting')
      throw new UsageError(`run ${name} is being counted; stop it first: ${database.command('stop', name)}`);
    if (worker === undefined) {
      await removeRun(database, run);
      process.stderr.write(`Run ${name} is removed.\n`);
      return;
    }
    const removed = await removeWorker(database, run, worker);
    const start = database.command('start', String(run.n), '--run', name);
    process.stderr.write(
      `Run ${name}: ${plural(removed, 'subproblem')} of ${worker} removed; ${start} counts them again.\n`,
    );
  });
}
