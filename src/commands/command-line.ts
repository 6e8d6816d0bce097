import yargs, { type Argv, type Options } from 'yargs';
import { programVersion } from '../../workers/program-version.js';
import { UsageError } from '../errors/errors.js';
import { addAuditCommand, auditOptions } from './audit.js';
import { addBenchCommand } from './bench.js';
import { addClassesCommand, classesOptions } from './classes.js';
import { addClusterCommand, clusterOptions } from './cluster.js';
import { addCompareCommand, compareOptions } from './compare.js';
import { addCompletionCommand, COMPLETION } from './completion.js';
import { addCountCommand } from './count.js';
import { addExportCommand, exportOptions } from './export.js';
import { addForecastCommand, forecastOptions } from './forecast.js';
import { addMergeCommand } from './merge.js';
import { NotUnderstood } from './not-understood.js';
import { options } from './options.js';
import { addPlanCommand } from './plan.js';
import { addSequenceCommand, sequenceOptions } from './sequence.js';
import { addServeCommand, serveOptions } from './serve.js';
import { addSolveCommand, solveOptions } from './solve.js';
import { addTraceCommand, traceOptions } from './trace.js';
import { warnOfUnknownVariables } from './unknown-variables.js';

/** Every command of the program, in the order in which help lists them. */
const COMMANDS = {
  count: addCountCommand,
  plan: addPlanCommand,
  forecast: addForecastCommand,
  bench: addBenchCommand,
  merge: addMergeCommand,
  audit: addAuditCommand,
  export: addExportCommand,
  cluster: addClusterCommand,
  solve: addSolveCommand,
  trace: addTraceCommand,
  compare: addCompareCommand,
  classes: addClassesCommand,
  sequence: addSequenceCommand,
  serve: addServeCommand,
  [COMPLETION]: addCompletionCommand,
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** Every option that some command understands, by its name. */
export const ALL_OPTIONS: Readonly<Record<string, Options>> = {
  ...options,
  ...auditOptions,
  ...exportOptions,
  ...forecastOptions,
  ...clusterOptions,
  ...solveOptions,
  ...traceOptions,
  ...compareOptions,
  ...classesOptions,
  ...sequenceOptions,
  ...serveOptions,
};

/**
 * The command line, ready to parse. What it finds wrong it throws as a UsageError, instead of printing help and
 * ending the process as yargs does by itself.
 */
export function commandLine(args: readonly string[]): Argv {
  const parser = yargs([...args])
    .scriptName('queens-par')
    .usage('$0 <n>: in how many ways can n queens stand on an n x n board so that none attacks another?')
    .locale('en') // help is in English whatever LANG says: so are the messages
    .parserConfiguration({
      'duplicate-arguments-array': false, // the last of a repeated flag wins
      'parse-positional-numbers': false, // a file may be named 007
    })
    .alias('h', 'help')
    .version(programVersion())
    .alias('V', 'version')
    .strict()
    .exitProcess(false) // what cannot be written is known only a turn of the event loop later
    .epilogue('Every option can be set in the environment too: QUEENS_PAR_THREADS=8.')
    .middleware(async ({ quiet }) => {
      if (!quiet) await warnOfUnknownVariables(Object.keys(ALL_OPTIONS));
    })
    .fail((message, error) => {
      if (error instanceof UsageError || !message) throw error;
      throw new NotUnderstood(message, parser.parsed ? Object.keys(parser.parsed.aliases) : []);
    });
  for (const addCommand of Object.values(COMMANDS)) addCommand(parser);
  return parser;
}
