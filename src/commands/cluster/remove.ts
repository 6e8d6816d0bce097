import type { Arguments } from '../../cli/commands.js';
import { forgetWorker, removeRun } from '../../cluster/ledger/end-run.js';
import { findRun } from '../../cluster/ledger/runs.js';
import { withDatabase } from '../../cluster/with-database.js';
import { UsageError } from '../../errors/errors.js';
import { plural } from '../../text/numbers.js';

/** `queens-par cluster remove`: forgets a run, or what one worker counted of it. */
export async function remove({ run: name, worker, ...place }: Arguments<'cluster remove'>): Promise<void> {
  await withDatabase(place, async (database) => {
    const run = await findRun(database, name);
    if (run.state === 'counting') {
      throw new UsageError(`run ${name} is being counted; stop it first: ${database.command('stop', name)}`);
    }
    if (worker === undefined) {
      await removeRun(database, run);
      process.stderr.write(`Run ${name} is forgotten.\n`);
      return;
    }
    const forgotten = await forgetWorker(database, run, worker);
    process.stderr.write(
      `Run ${name}: ${plural(forgotten, 'subproblem')} of ${worker} forgotten; ${database.command('start', String(run.n), '--run', name)} counts them again.\n`,
    );
  });
}
