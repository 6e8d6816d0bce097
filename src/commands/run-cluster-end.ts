import { forgetWorker, removeRun, stopRun } from '../cluster/ledger/end-run.js';
import { conflictMessage, findRun } from '../cluster/ledger/runs.js';
import { UsageError } from '../errors/errors.js';
import { plural } from '../text/numbers.js';
import { shellCommand } from '../text/shell-command.js';
import { type DatabaseArguments, flagsOf, withDatabase } from './with-database.js';

export interface ClusterStopArguments extends DatabaseArguments {
  readonly run: string | undefined;
}

/** Stops a run; without one, the local database. */
export async function runClusterStop({ run: name, ...args }: ClusterStopArguments): Promise<void> {
  if (name === undefined) {
    if (!args.local)
      throw new UsageError(
        `name the run to stop, as in: ${shellCommand('queens-par', 'cluster', 'stop', '18-meet', ...flagsOf(args))}`,
      );
    const { stopLocalDatabase } = await import('../cluster/local/local.js');
    const was = await stopLocalDatabase();
    process.stderr.write(was ? 'The local database has stopped.\n' : 'The local database is not running.\n');
    return;
  }
  await withDatabase(args, async (database) => {
    const run = await findRun(database, name);
    if (run.state === 'finished') throw new UsageError(`run ${name} has finished; there is nothing to stop`);
    if (run.state === 'conflict') throw new Error(conflictMessage(database, run)); // nothing goes on with that
    const { openQueue } = await import('../cluster/queue/queue.js');
    const queue = await openQueue(database.url);
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

export interface ClusterRemoveArguments extends DatabaseArguments {
  readonly run: string;
  readonly worker: string | undefined;
}

/** Forgets a run, or what one worker counted of it. */
export async function runClusterRemove({ run: name, worker, ...args }: ClusterRemoveArguments): Promise<void> {
  await withDatabase(args, async (database) => {
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
