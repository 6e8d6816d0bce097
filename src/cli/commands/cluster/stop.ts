/** Stops and removes runs: `queens-par cluster stop` and `queens-par cluster remove`. */

import {
  describeConflict,
  endRun,
  findRun,
  makeStartCommand,
  removeRun,
  removeWorker,
} from '../../../cluster/tables/runs.js';
import { OperationalError, UsageError } from '../../../core/errors/errors.js';
import { plural } from '../../../core/text/numbers.js';
import { printLine } from '../../../node/terminal/terminal.js';
import type { Arguments } from '../../options/commands.js';
import { withCluster } from '../../sources/sources.js';

export async function stop({ run: name, quiet, databaseFile }: Arguments<'cluster stop'>): Promise<void> {
  await withCluster({ databaseFile }, async (connect) => {
    const database = await connect();
    const run = await findRun(database, name);
    if (run.state === 'finished') throw new UsageError(`run ${name} has finished; there is nothing to stop`);
    if (run.state === 'conflict') throw new OperationalError(describeConflict(database, run)); // it has already ended
    await endRun(database, run.id, 'stopped');
    const resume = makeStartCommand(database, run);
    if (quiet) return;
    process.stderr.write(
      `Run ${name} was stopped; ${resume} resumes it, ${database.command('cluster', 'remove', name)} removes it.\n`,
    );
  });
}

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
      if (!quiet) process.stderr.write(`Run ${name} was removed.\n`);
      return;
    }
    const removed = await removeWorker(database, run, worker);
    const start = makeStartCommand(database, run);
    if (quiet) return;
    printLine(`Run ${name}: ${plural(removed, 'subproblem')} from ${worker} removed; recount them with: ${start}`);
  });
}
