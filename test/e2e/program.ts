import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** The built program, as users run it. */
export const PROGRAM = fileURLToPath(new URL('../../bin/queens-par.cjs', import.meta.url));

/** Names of environment variables that change the program's output. For example, CI turns progress off. */
const CHANGES_OUTPUT = /^(CI|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|QUEENS_PAR_.*)$/;
const ENVIRONMENT = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => CHANGES_OUTPUT.test(name))
    .map((name) => [name, undefined]),
);

/** The output and exit code of a finished process. */
export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

interface Conditions {
  readonly env?: Record<string, string>;
  /** Milliseconds until the process is terminated. */
  readonly timeout?: number;
  /** Removes the final newline of the output. The default is true. */
  readonly stripFinalNewline?: boolean;
}

/** Runs the program to its end, without a terminal or input. Any exit code is accepted. */
export async function queensPar(
  args: readonly string[],
  { env, timeout = 250_000, stripFinalNewline = true }: Conditions = {},
): Promise<Finished> {
  const options = {
    reject: false,
    timeout,
    stripFinalNewline,
    stdin: 'ignore',
    env: { ...ENVIRONMENT, ...env },
  } as const;
  const { stdout, stderr, exitCode } = await execa(process.execPath, [PROGRAM, ...args], options);
  return { stdout, stderr, exitCode };
}

/** Returns an environment in which each thread of Node.js first loads a module from faults/. */
export function faultyEnvironment(fault: string, nodeOptions = ''): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=${new URL(`faults/${fault}.mjs`, import.meta.url)} ${nodeOptions}` };
}
