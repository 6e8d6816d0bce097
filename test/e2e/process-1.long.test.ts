/** The program as process 1 of a container. Linux drops signals that process 1 has no handler for. */
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
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

/** Starts the program as process 1. @returns the running unshare, and the program's process id outside the container. */
async function start(...args: string[]) {
  const options = { reject: false, timeout: 250_000, killSignal: 'SIGKILL', buffer: { stdout: false } } as const;
  const run = execa(CONTAINER[0], [...CONTAINER.slice(1), process.execPath, PROGRAM, ...args], options);
  run.stdout.resume();
  return { run, pid: await childOf(run.pid) }; // in an object, because `await` would wait for the end of the process
}

describe.runIf(has('unshare'))('as process 1', () => {
  test.each([
    'solve 22', // blocks the event loop
    'plan 28 --json',
    'forecast 27',
    '20 --algorithm bitmask',
    '22 --verify --quiet',
  ])('%s ends by a signal, at its start and later', async (line) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      for (const milliseconds of [0, 1500]) {
        const { run, pid } = await start(...line.split(' '));
        await childOf(pid); // handlers are there before the program is loaded
        await delay(milliseconds);
        process.kill(pid, signal);
        const { exitCode, stderr, timedOut } = await run;
        const expected = { exitCode: 128 + constants.signals[signal], timedOut: false };
        expect({ exitCode, timedOut }, `${signal} after ${milliseconds} ms: ${stderr}`).toEqual(expected);
      }
    }
  });
});
