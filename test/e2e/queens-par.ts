import { execa } from 'execa';
import { PROGRAM as program } from './program.js';

export { program };

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

/** Runs the built program with these arguments, as from a script: no terminal, nothing on stdin. */
export async function queensPar(...args: string[]): Promise<Outcome> {
  const { stdout, stderr, exitCode } = await execa(process.execPath, [program, ...args], {
    reject: false,
    stripFinalNewline: false,
    stdin: 'ignore',
  });
  return { stdout, stderr, exitCode };
}

/** Runs it with a reader of stdout that goes away after so many lines, as in `| head`. */
queensPar.readOnly = async (lines: number, ...args: string[]): Promise<Omit<Outcome, 'stdout'>> => {
  const child = execa(process.execPath, [program, ...args], {
    reject: false,
    buffer: { stdout: false },
    stdin: 'ignore',
  });
  let seen = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString().split('\n').length - 1;
    if (seen >= lines) child.stdout.destroy();
  });
  const { stderr, exitCode } = await child;
  return { stderr, exitCode };
};
