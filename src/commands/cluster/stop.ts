/** `cluster stop` and `cluster remove`. */
import type { Arguments } from '../../cli/commands.js';
import { conflictMessage, endRun, findRun, removeRun, removeWorker, startCommand } from '../../cluster/runs.js';
import { OperationalError, UsageError } from '../../errors/errors.js';
import { printLine } from '../../terminal/terminal.js';
import { plural } from '../../text/numbers.js';
import { withCluster } from '../sources.js';

/** `queens-par cluster stop`: stops a run. */
export async function stop({ run: name, quiet, databaseFile }: Arguments<'cluster stop'>): Promise<void> {
  await withCluster({ databaseFile }, async (connect) => {
    const database = await connect();
    const run = await findRun(database, name);
    if (run.state === 'finished') throw new UsageError(`run ${name} has finished; there is nothing to stop`);
    if (run.state === 'conflict') throw new OperationalError(conflictMessage(database, run)); // the run has already ended
    await endRun(database, run.id, 'stopped');
    const resume = startCommand(database, run);
    if (quiet) return;
    process.stderr.write(
      `Run ${name} has stopped; ${resume} resumes it, ${database.command('cluster', 'remove', name)} removes it.\n`,
    );
  });
}

/** `queens-par cluster remove`: removes a run, or the results of one worker. */
export async function remove(args: Arguments<'cluster remove'>): Promise<void> {
  const { run: name, worker, quiet, databaseFile } = args;
  await withCluster({ databaseFile }, async (connect) => {
    const database = await connect();
    const run = await findRun(database, name);
    if (run.state === 'counting')
      throw new UsageError(`run ${name} is being counted; stop it first: ${database.command('cluster', 'stop', name)}`);
    if (worker === undefined) {
      await removeRun(database, run);
      if (!quiet) process.stderr.write(`Run ${name} was removed.\n`);
      return;
    }
    const removed = await removeWorker(database, run, worker);
    const start = startCommand(database, run);
    if (quiet) return;
    printLine(`Run ${name}: ${plural(removed, 'subproblem')} of ${worker} removed; ${start} counts them again.`);
  });
}
