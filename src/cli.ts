/** The program's door: it parses the command line, calls the command's body, and sets the exit code. */
import { readArguments } from './cli/arguments.js';
import type { Arguments, CommandName } from './cli/commands.js';
import { unknownVariables } from './cli/environment.js';
import { type Line, understand } from './cli/line.js';
import { ASKED } from './cli/names.js';
import { count } from './commands/count.js';
import { UsageError } from './errors/errors.js';
import { messageOf, reasonOf } from './errors/system.js';
import { endBy, Interruption } from './terminal/interruption.js';

/** The function that executes a command. */
type Body<Name extends CommandName> = (args: Arguments<Name>) => Promise<void>;

/** The body of each command. All but that of a count are loaded when they are called: most of them take long to load. */
const bodies: { readonly [Name in CommandName]: () => Promise<Body<Name>> } = {
  count: async () => count,
  plan: async () => (await import('./commands/plan.js')).plan,
  forecast: async () => (await import('./commands/forecast.js')).forecast,
  bench: async () => (await import('./commands/bench.js')).bench,
  merge: async () => (await import('./commands/merge.js')).merge,
  audit: async () => (await import('./commands/audit.js')).audit,
  export: async () => (await import('./commands/export.js')).exportCounts,
  'cluster start': async () => (await import('./commands/cluster/start.js')).startRun,
  'cluster work': async () => (await import('./commands/cluster/work.js')).workUntilInterrupted,
  'cluster status': async () => (await import('./commands/cluster/status.js')).showStatus,
  'cluster audit': async () => (await import('./commands/cluster/audit.js')).auditRun,
  'cluster export': async () => (await import('./commands/cluster/export.js')).exportRun,
  'cluster import': async () => (await import('./commands/cluster/import.js')).importRun,
  'cluster stop': async () => (await import('./commands/cluster/stop.js')).stop,
  'cluster trust': async () => (await import('./commands/cluster/trust.js')).trust,
  'cluster remove': async () => (await import('./commands/cluster/remove.js')).remove,
  solve: async () => (await import('./commands/solve.js')).solve,
  trace: async () => (await import('./commands/trace.js')).trace,
  compare: async () => (await import('./commands/compare.js')).compare,
  classes: async () => (await import('./commands/classes.js')).classes,
  sequence: async () => (await import('./commands/sequence.js')).sequence,
  serve: async () => (await import('./commands/serve.js')).servePage,
  completion: async () => (await import('./commands/completion.js')).completion,
  help: async () => (await import('./cli/help.js')).help,
  version: async () => (await import('./commands/version.js')).version,
};

// A reader of our output may stop reading (`| head`): that is no error, and nothing is left to do. Where our messages
// cannot be written, the result may still be wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  complain(`the result cannot be written: ${reasonOf(error)}`);
  process.exit(1);
});
process.stderr.on('error', () => {});

/** Executes a command line and sets the exit code: 0 on success, 2 for a wrong command line, 1 if it failed. */
async function main(args: readonly string[]): Promise<void> {
  try {
    requireWorkingDirectory();
    if (args[0] === ASKED) {
      const { complete } = await import('./cli/completion.js');
      process.stdout.write(complete(args.slice(1)));
      return;
    }
    const line = understand(args);
    await execute(line.name, line);
  } catch (error) {
    complain(messageOf(error));
    if (error instanceof Interruption) endBy(error);
    else process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function execute<Name extends CommandName>(name: Name, line: Line): Promise<void> {
  const args = readArguments(name, line, process.env);
  if (!args.quiet) for (const warning of unknownVariables(process.env)) complain(warning);
  const body = await bodies[name]();
  await body(args);
}

/** Otherwise a relative file name would be an error with a stack trace. */
function requireWorkingDirectory(): void {
  try {
    process.cwd();
  } catch {
    throw new Error('the working directory does not exist any more: change to one that does');
  }
}

function complain(message: string): void {
  process.stderr.write(`queens-par: ${message}\n`);
}

void main(process.argv.slice(2)); // not awaited: the bundle is a CommonJS file, which has no await outside functions
