import { createStartCommand, findRun, removeRun, removeWorker } from '../../../cluster/tables/runs.js';
import { UsageError } from '../../../core/errors/errors.js';
import { plural } from '../../../core/text/numbers.js';
import { printLine } from '../../../node/terminal/terminal.js';
import type { Arguments } from '../../options/commands.js';
import { withCluster } from '../../sources/sources.js';

/** `queens-par cluster remove`: removes a run, or only the results of one worker. */
export async function remove(args: Arguments<'cluster remove'>): Promise<void> {
  const { run: name, worker, quiet, databaseFile } = args;
  await withCluster({ databaseFile }, async (connect) => {
    const database = await connect();
    const run = await findRun(database, name);
    if (run.state === 'counting')
      throw new UsageError(
        `run ${name} is being counted; stop it first with: ${database.command('cluster', 'stop', name)}`,
      );
    if (worker === undefined) {
      await removeRun(database, run);
      if (!quiet) process.stderr.write(`Run ${name} was removed.\n`); // its workers abandon their jobs
      return;
    }
    const removed = await removeWorker(database, run, worker);
    const start = createStartCommand(database, run);
    if (quiet) return;
    printLine(`Run ${name}: ${plural(removed, 'subproblem')} from ${worker} removed; recount them with: ${start}`);
  });
}
