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

/** What a finished process leaves. */
export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

interface Circumstances {
  readonly env?: Record<string, string>;
  /** Milliseconds, after which it is terminated. */
  readonly timeout?: number;
  /** Whether the last line end of its output is left out: it is, unless a test is about it. */
  readonly stripFinalNewline?: boolean;
}

/** Runs the program to its end as from a script, without a terminal or anything on stdin, whatever its exit code. */
export async function queensPar(
  args: readonly string[],
  { env, timeout = 250_000, stripFinalNewline = true }: Circumstances = {},
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

/** Runs it with a reader of stdout that goes away after a number of lines, as in `| head`. */
export async function queensParReadTo(lines: number, args: readonly string[]): Promise<Omit<Finished, 'stdout'>> {
  const child = execa(process.execPath, [PROGRAM, ...args], {
    reject: false,
    buffer: { stdout: false },
    stdin: 'ignore',
    env: ENVIRONMENT,
  });
  let seen = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString().split('\n').length - 1;
    if (seen >= lines) child.stdout.destroy();
  });
  const { stderr, exitCode } = await child;
  return { stderr, exitCode };
}
