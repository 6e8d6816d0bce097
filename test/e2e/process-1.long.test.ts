/** The program as process 1 of a container. Linux drops the signals of process 1 that it does not handle. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { CONTAINER, has } from '../machine.js';
import { PROGRAM } from './program.js';

/** Returns the first child of a process, once it has one. */
async function childOf(pid: number | undefined): Promise<number> {
  for (;;) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    if (child) return Number(child);
    await delay(5);
  }
}

test.runIf(has('unshare')).each([
  ['20 --algorithm bitmask --progress always', 'SIGTERM'],
  ['22 --verify --progress always', 'SIGINT'],
] as const)('as process 1, %s ends by %s while it counts', async (line, signal) => {
  const args = [...CONTAINER.slice(1), process.execPath, PROGRAM, ...line.split(' ')];
  const run = execa(CONTAINER[0], args, { reject: false, timeout: 250_000, killSignal: 'SIGKILL' });
  const pid = await childOf(run.pid);
  for (let seen = ''; !/queens: \d+%/.test(seen); ) seen += (await once(run.stderr, 'data'))[0]; // until it counts
  process.kill(pid, signal);
  const { exitCode, timedOut, stdout } = await run;
  expect({ exitCode, timedOut, stdout }).toEqual({
    exitCode: 128 + constants.signals[signal],
    timedOut: false,
    stdout: '',
  });
});
