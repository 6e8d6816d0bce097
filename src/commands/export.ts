import type { Argv, Options } from 'yargs';
import { ledgerFile, withEnvironment } from './options.js';

/** The options that this command alone understands, or understands its own way. */
export const exportOptions = {
  csv: { type: 'boolean', default: false, describe: 'Comma-separated values (the default)' },
  ndjson: { type: 'boolean', default: false, describe: 'One JSON object a line' },
} as const satisfies Record<string, Options>;

/** Adds `queens-par export <file>`: the subtotals of a ledger file, for others to check. */
export function addExportCommand(yargs: Argv): Argv {
  return yargs.command(
    'export <file>',
    'Print all subtotals of a checkpoint or part, with their weights',
    (command) =>
      command
        .positional('file', ledgerFile)
        .options(withEnvironment(exportOptions))
        .example('$0 export 16.ledger --ndjson', 'every subproblem with its count'),
    async (args) => (await import('./run-export.js')).runExport(args),
  );
}
