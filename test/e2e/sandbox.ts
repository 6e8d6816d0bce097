import { readFileSync, writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../node/ledger/folder.js';
import { queensPar, startProgram } from './program.js';

/**
 * Creates a folder in which to run the program, so that a test reads like a script: it writes files, runs
 * command lines that name them as a user would, and compares the output. The folder is removed after the tests in a
 * file.
 */
export function sandbox() {
  const path = temporaryFolder();
  const cwd = path('');
  type Env = Readonly<Record<string, string>>;
  return {
    /** Returns the absolute path of a file in the folder. */
    path,
    write: (name: string, text: string) => writeFileSync(path(name), text),
    read: (name: string) => readFileSync(path(name), 'utf8'),
    /** Runs a command line, as `queensPar` does. */
    run: (line: string | readonly string[], env: Env = {}) => queensPar(line, { cwd, env }),
    /** Starts a command line, as `startProgram` does. The process is killed at the end of the test. */
    start: (line: string | readonly string[], env: Env = {}) => {
      const running = startProgram(line, { cwd, env });
      onTestFinished(() => running.kill('SIGKILL'));
      return running;
    },
  };
}
