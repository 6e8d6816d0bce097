import { createStartCommand, describeConflict, endRun, findRun } from '../../../cluster/tables/runs.js';
import { OperationalError, UsageError } from '../../../core/errors/errors.js';
import type { Arguments } from '../../options/commands.js';
import { withCluster } from '../../sources/sources.js';

/** `queens-par cluster stop`: stops a run, which `cluster start` can resume. */
export async function stop({ run: name, quiet, databaseFile }: Arguments<'cluster stop'>): Promise<void> {
  await withCluster({ databaseFile }, async (connect) => {
    const database = await connect();
    const run = await findRun(database, name);
    if (run.state === 'finished') throw new UsageError(`run ${name} has finished; there is nothing to stop`);
    if (run.state === 'conflict') throw new OperationalError(describeConflict(database, run)); // it has already ended
    await endRun(database, run.id, 'stopped');
    const resume = createStartCommand(database, run);
    if (quiet) return;
    process.stderr.write(
      `Run ${name} was stopped. Within ten seconds, its workers abandon what they are counting; ` +
        `${resume} resumes it, and ${database.command('cluster', 'remove', name)} removes it.\n`,
    );
  });
}
