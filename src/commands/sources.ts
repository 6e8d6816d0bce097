/** Opens the sources of results that the user names: ledger files, and runs of a cluster. */
import { RUN_NAME, type Source } from '../cli/values.js';
import { DATABASE_VARIABLE } from '../cluster/database-url.js';
import { UsageError } from '../errors/errors.js';
import { codeOf } from '../errors/system.js';
import { LedgerFile } from '../ledger/ledger-file.js';
import type { StoredResults } from '../ledger/results.js';

/** Opens a source. @throws UsageError if there is no such file or run; errors of the file or the database. */
export type Open = (source: Source) => Promise<StoredResults>;

/**
 * Calls a task that opens sources. Connects to the database of the cluster only if one of them is a run.
 *
 * @param databaseFile file with the URL of the database; by default, it comes from the environment.
 * @param worker name of a worker: of a run, only its results are read.
 */
export async function withSources<T>(
  sources: readonly Source[],
  databaseFile: string | undefined,
  task: (open: Open) => Promise<T>,
  worker?: string,
): Promise<T> {
  if (!sources.some((source) => 'run' in source))
    return task(async (source) => openFile('file' in source ? source.file : ''));
  const { withDatabase } = await import('../cluster/schema.js'); // needs pg, which may not be installed
  const { openResults } = await import('../cluster/results.js');
  return withDatabase({ databaseFile }, (database) =>
    task(async (source) => ('run' in source ? openResults(database, source.run, worker) : openFile(source.file))),
  );
}

/** Opens a ledger file. @throws LedgerFileError, with a hint if the user may mean a run of the cluster. */
export function openFile(file: string): LedgerFile {
  try {
    return new LedgerFile(file);
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error.cause) !== 'ENOENT') throw error;
    if (!process.env[DATABASE_VARIABLE] || !RUN_NAME.test(file)) throw error;
    throw new UsageError(`${error.message}; a run of the cluster is written run:${file}`, { cause: error.cause });
  }
}
