import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** The built program, as users run it. */
export const PROGRAM = fileURLToPath(new URL('../../dist/cli/queens-par.cjs', import.meta.url));

/** Variables that would change the program's output: CI switches progress off, and QUEENS_PAR_... set defaults. */
const FOREIGN = /^(CI|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|QUEENS_PAR_.*)$/;
const ENVIRONMENT = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => FOREIGN.test(name))
    .map((name) => [name, undefined]),
);

/** The result of a finished process. */
export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

interface Circumstances {
  readonly env?: Record<string, string>;
  /** Milliseconds until the process is terminated. */
  readonly timeout?: number;
  /** Whether the last line end of the output is left out; true by default. */
  readonly stripFinalNewline?: boolean;
}

/** Runs the program to its end, whatever its exit code, without a terminal and with nothing on stdin. */
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

/** Runs the program with a reader of stdout that closes after a number of lines, as in `| head`. */
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
