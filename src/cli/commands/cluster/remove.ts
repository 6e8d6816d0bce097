import { ClusterUsageError } from '../../../cluster/connection/cluster-error.js';
import { findRun, removeRun, removeWorker } from '../../../cluster/tables/runs.js';
import { plural } from '../../../core/text/numbers.js';
import { printLine } from '../../../node/terminal/terminal.js';
import type { Arguments } from '../../options/commands.js';
import { formatStartCommand } from '../../sources/remedies.js';
import { withCluster } from '../../sources/sources.js';

/** `queens-par cluster remove`: removes a run, or only the results of one worker. */
export async function remove(args: Arguments<'cluster remove'>): Promise<void> {
  const { run: name, worker, quiet, databaseFile } = args;
  await withCluster({ databaseFile }, async (connect) => {
    const database = await connect();
    const run = await findRun(database, name);
    if (run.state === 'counting') throw new ClusterUsageError(`run ${name} is being counted`, 'stopped-run', name);
    if (worker === undefined) {
      await removeRun(database, run);
      if (!quiet) process.stderr.write(`Run ${name} was removed.\n`); // its workers abandon their jobs
      return;
    }
    const removed = await removeWorker(database, run, worker);
    const start = formatStartCommand(run, databaseFile);
    if (quiet) return;
    printLine(`Run ${name}: ${plural(removed, 'subproblem')} from ${worker} removed; recount them with: ${start}`);
  });
}
