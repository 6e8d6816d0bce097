// Measures whole processes.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a command printed and took: seconds, and bytes of memory at its peak, where that can be told.
 *
 * @typedef {{ output: string, wall: number, cpu: number, memory?: number }} Measured
 */

/**
 * Gives a function that runs a command to its end and measures it. With a C compiler that is done by measure.c;
 * without one by the shell, which knows nothing of memory.
 *
 * @returns {(command: string[], limit: number) => Measured}
 * @throws Error from that function, if the command fails or takes longer than `limit` seconds.
 */
export function makeMeasure(folder, compiler) {
  if (!compiler) return measureByShell;
  const runner = join(folder, 'measure');
  execFileSync(compiler, ['-O2', '-o', runner, fileURLToPath(new URL('measure.c', import.meta.url))]);
  return (command, limit) => {
    const { printed, measured } = run([runner, ...command], limit);
    const [wall, cpu, memory] = measured.split(' ').map(Number);
    return { output: printed, wall, cpu, memory };
  };
}

function measureByShell(command, limit) {
  const script = `TIMEFORMAT='%R %U %S'; { time "$@" 2>/dev/null 4>&3; } 2>&3`;
  const { printed, measured } = run(['bash', '-c', script, 'bash', ...command], limit);
  const [wall, user, system] = measured.split(/\s+/).map(Number);
  return { output: printed, wall, cpu: user + system };
}

/** What a command wrote to its standard output, and to the descriptor 3, where the measurements go. */
function run([program, ...args], limit) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 'pipe', 'ignore', 'pipe'];
  const result = spawnSync(program, args, { encoding: 'utf8', stdio, timeout: 1000 * limit, maxBuffer: 2 ** 26 });
  const [, printed, , measured] = result.output ?? [];
  if (result.status === 0) return { printed: (printed ?? '').trim(), measured: (measured ?? '').trim() };
  const why = result.error?.message ?? `exit code ${result.status}`;
  throw new Error(`${args.join(' ')} failed: ${why}`);
}

/** The middle one of the values, or the mean of the two middle ones. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}
