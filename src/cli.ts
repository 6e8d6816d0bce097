#!/usr/bin/env node
import { ASKED } from './commands/completion.js';
import { UsageError } from './errors/errors.js';
import { messageOf } from './errors/system.js';
import { endBy, Interruption } from './terminal/interruption.js';

// Whoever reads our output may stop reading (`| head`): that is no error, and nothing is left to be done. Whoever stops
// reading our messages may still want the result.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  complain(`the result cannot be written: ${error.message}`);
  process.exit(1);
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** Runs the command and leaves the exit code: 0 if it went well, 2 if it was not understood, 1 if it failed. */
async function main(args: readonly string[]): Promise<void> {
  try {
    requireWorkingDirectory();
    if (args[0] === ASKED) return await (await import('./commands/complete.js')).complete(args);
    const { commandLine } = await import('./commands/command-line.js');
    await commandLine(args).parseAsync();
  } catch (error) {
    if (error instanceof Interruption) {
      complain(error.message);
      endBy(error);
    } else if (error instanceof UsageError) {
      const { explainUsage } = await import('./commands/usage.js');
      complain(await explainUsage(error, args));
      process.exitCode = 2;
    } else {
      complain(messageOf(error));
      process.exitCode = 1;
    }
  }
}

/** yargs asks for it as soon as it is loaded, and would end the process with a stack trace if it was deleted. */
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
