/** The main function: it parses the command line, runs the command, and sets the exit code. */

import { isWrongInput, OperationalError } from '../core/errors/errors.js';
import { isForUser } from '../node/errors/system.js';
import { findUnknownVariables } from '../node/package/environment.js';
import { programVersion } from '../node/package/package.js';
import { endBySignal, Interruption, prepareSignals } from '../node/terminal/interruption.js';
import { guardStreams, logMessage } from '../node/terminal/terminal.js';
import { countSolutions } from './commands/count.js';
import { type CommandLine, parseLine } from './options/command-line.js';
import type { Arguments, CommandName } from './options/commands.js';
import { classifyWords } from './options/words.js';
import { messageWithRemedy } from './sources/remedies.js';

/** Functions that load the commands. Only `count` is loaded at startup, because most modules are slow to load. */
const loaders: { readonly [Name in CommandName]: () => Promise<(args: Arguments<Name>) => Promise<void>> } = {
  count: async () => countSolutions,
  plan: async () => (await import('./commands/plan.js')).plan,
  forecast: async () => (await import('./commands/forecast.js')).forecast,
  merge: async () => (await import('./commands/merge.js')).merge,
  audit: async () => (await import('./commands/audit.js')).audit,
  export: async () => (await import('./commands/export.js')).exportCounts,
  status: async () => (await import('./commands/status.js')).status,
  'cluster start': async () => (await import('./commands/cluster/start.js')).startRun,
  'cluster work': async () => (await import('./commands/cluster/work.js')).workUntilInterrupted,
  'cluster database': async () => (await import('./commands/cluster/database.js')).runDatabase,
  'cluster stop': async () => (await import('./commands/cluster/stop.js')).stop,
  'cluster remove': async () => (await import('./commands/cluster/remove.js')).remove,
  solve: async () => (await import('./commands/solve.js')).solve,
  trace: async () => (await import('./commands/trace.js')).trace,
  compare: async () => (await import('./commands/compare.js')).compare,
  classes: async () => (await import('./commands/classes.js')).classes,
  sequence: async () => (await import('./commands/sequence.js')).sequence,
  serve: async () => (await import('./commands/serve.js')).servePage,
  completion: async () => (await import('./commands/completion.js')).completion,
  help: async () => (await import('./commands/help.js')).help,
  version: async () => (await import('./commands/version.js')).version,
};

/**
 * Runs a command line and sets the exit code, as docs/counting.md describes.
 *
 * @throws any error that is a bug in this program or in a package; bin/queens-par.cjs reports it.
 */
export async function main(args: readonly string[]): Promise<void> {
  let databaseFile: string | undefined;
  try {
    guardStreams();
    prepareSignals();
    // Otherwise, Node.js would prefix warnings with its own name and the process ID.
    process.removeAllListeners('warning').on('warning', ({ message }) => logMessage(message));
    requireWorkingDirectory();
    const words = classifyWords(args);
    const { options } = words;
    if (options.has('version') && !options.has('help')) return void process.stdout.write(`${programVersion()}\n`);
    const line = parseLine(words, process.env);
    if ('databaseFile' in line.args) databaseFile = line.args.databaseFile;
    await runCommand(line);
  } catch (error) {
    if (!isForUser(error)) throw error;
    logMessage(messageWithRemedy(error, databaseFile));
    if (error instanceof Interruption) endBySignal(error);
    else process.exitCode = isWrongInput(error) ? 2 : 1;
  }
}

async function runCommand<Name extends CommandName>({ name, args }: CommandLine<Name>): Promise<void> {
  if (!args.quiet) findUnknownVariables(process.env).forEach(logMessage);
  if (name.startsWith('cluster ')) (await import('../node/package/cluster-packages.js')).prepareForCluster();
  const command = await loaders[name]();
  await command(args);
}

/** Checks that the working directory exists. Otherwise a relative file name would cause an error with a stack trace. */
function requireWorkingDirectory(): void {
  try {
    process.cwd();
  } catch {
    throw new OperationalError('the working directory no longer exists; change to another one');
  }
}

/**
 * Ignores one rejection. If a package reads the global `Response`, Node.js 20 loads `fetch`, which we do not use, with
 * its WebAssembly module. Under `ulimit -v`, loading the module fails, and Node.js leaves the rejection unhandled.
 */
process.on('unhandledRejection', (error) => {
  if (!(error instanceof RangeError && error.message.startsWith('WebAssembly.instantiate'))) throw error;
});
