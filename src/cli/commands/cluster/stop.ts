import { createConflictError, endRun, findRun } from '../../../cluster/tables/runs.js';
import { UsageError } from '../../../core/errors/errors.js';
import type { Arguments } from '../../options/commands.js';
import { formatClusterCommand, formatStartCommand } from '../../sources/remedies.js';
import { withCluster } from '../../sources/sources.js';

/** `queens-par cluster stop`: stops a run, which `cluster start` can resume. */
export async function stop({ run: name, quiet, databaseFile }: Arguments<'cluster stop'>): Promise<void> {
  await withCluster({ databaseFile }, async (connect) => {
    const database = await connect();
    const run = await findRun(database, name);
    if (run.state === 'finished') throw new UsageError(`run ${name} has finished; there is nothing to stop`);
    if (run.state === 'conflict') throw createConflictError(run); // it has already ended
    await endRun(database, run.id, 'stopped');
    if (quiet) return;
    const resume = formatStartCommand(run, databaseFile);
    const removal = formatClusterCommand(databaseFile, 'cluster', 'remove', name);
    process.stderr.write(
      `Run ${name} was stopped. Within ten seconds, its workers abandon what they are counting; ` +
        `${resume} resumes it, and ${removal} removes it.\n`,
    );
  });
}
