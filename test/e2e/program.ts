import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** The built program, as a person would run it. */
export const PROGRAM = fileURLToPath(new URL('../../dist/cli/queens-par.cjs', import.meta.url));

/** What the tests' own environment must not change: CI switches progress off, and QUEENS_PAR_... are options. */
const FOREIGN = /^(CI|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|QUEENS_PAR_.*)$/;
const ENVIRONMENT = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => FOREIGN.test(name))
    .map((name) => [name, undefined]),
);

/** What a finished process leaves: text without the last line end. */
export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

interface Circumstances {
  readonly env?: Record<string, string>;
  /** Milliseconds, after which it is terminated. */
  readonly timeout?: number;
}

/** Runs the program to its end, whatever its exit code. */
export async function queensPar(
  args: readonly string[],
  { env, timeout = 60_000 }: Circumstances = {},
): Promise<Finished> {
  const options = { reject: false, timeout, env: { ...ENVIRONMENT, ...env } };
  const { stdout, stderr, exitCode } = await execa(process.execPath, [PROGRAM, ...args], options);
  return { stdout, stderr, exitCode };
}
