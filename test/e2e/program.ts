import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, vi } from 'vitest';

/** The built program that users run. */
export const PROGRAM = fileURLToPath(new URL('../../bin/queens-par.cjs', import.meta.url));

/** Names of environment variables that change the program's output. For example, CI turns off progress. */
const CHANGES_OUTPUT = /^(CI|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|QUEENS_PAR_.*)$/;
const ENVIRONMENT = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => CHANGES_OUTPUT.test(name))
    .map((name) => [name, undefined]),
);

/** The output and exit status of a process that has ended. */
export interface ProgramResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
}

/** A running process of the program. */
export interface RunningProgram {
  readonly pid: number;
  /** Returns standard output so far. `output` returns both streams, in order of arrival. */
  stdout(): string;
  stderr(): string;
  output(): string;
  /** Waits until the output matches. */
  waitFor(text: string | RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process ends, with any exit code. Rejects if the process hangs. */
  readonly end: Promise<ProgramResult>;
}

interface Conditions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Words of a command that runs the program, such as `unshare`. */
  readonly within?: readonly string[];
  /** Options of Node.js. */
  readonly nodeOptions?: readonly string[];
}

/** Milliseconds after which a process counts as hanging, and is killed. */
const TIMEOUT = 280_000;

/**
 * Starts the program, without a terminal or input.
 *
 * @param line a command line without `queens-par`, or its words if they contain spaces.
 */
export function startProgram(line: string | readonly string[], conditions: Conditions = {}): RunningProgram {
  const { cwd, env, within = [], nodeOptions = [] } = conditions;
  const args = typeof line === 'string' ? line.split(' ') : line;
  const [command = '', ...words] = [...within, process.execPath, ...nodeOptions, PROGRAM, ...args];
  const child = execa(command, words, {
    reject: false,
    stdin: 'ignore',
    timeout: TIMEOUT,
    killSignal: 'SIGKILL',
    forceKillAfterDelay: false, // the program may take a long time to end
    env: { ...ENVIRONMENT, ...env },
    ...(cwd && { cwd }),
  });
  let output = '';
  const streams = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (text) => {
      streams[name] += text;
      output += text;
    });
  }
  const end = child.then(({ stdout, stderr, exitCode, signal, timedOut }) => {
    if (timedOut) throw new Error(`${args.join(' ')} hung: ${stderr}`);
    return { stdout, stderr, exitCode, signal };
  });
  end.catch(() => {}); // callers that await `end` still get the error
  return {
    pid: child.pid ?? 0,
    stdout: () => streams.stdout,
    stderr: () => streams.stderr,
    output: () => output,
    waitFor: (text) => vi.waitFor(() => expect(output).toMatch(text), { timeout: TIMEOUT, interval: 20 }),
    kill: (signal) => void child.kill(signal),
    end,
  };
}

/** Runs the program to its end. Takes the arguments of `startProgram`. */
export function queensPar(line: string | readonly string[], conditions?: Conditions): Promise<ProgramResult> {
  return startProgram(line, conditions).end;
}

/** Returns an environment in which each thread of Node.js first loads a module from faults/. */
export function faultyEnvironment(fault: string, nodeOptions = ''): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=${new URL(`faults/${fault}.mjs`, import.meta.url)} ${nodeOptions}` };
}
