import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { RunUpdate } from '../../src/runs/run-update.js';
import { streamRun } from '../../src/server/run-stream.js';

const figures: RunUpdate['figures'] = {
  ...{ state: 'counting', finished: 0, part: 0, seconds: 0, work: 0, busy: 0, conflicts: 0 },
};

test('there are at most twenty updates a second, however often something changes, and the run is released', async () => {
  let asked = 0;
  let released = 0;
  const run = {
    update: (): RunUpdate => ({ version: `run.${++asked}`, cells: [], figures, workers: [] }),
    release: () => {
      released++;
    },
  };
  const stop = new AbortController();
  const app = new Hono().get('/', (c) => streamRun(c, run, undefined, stop.signal));
  const response = await app.request('/');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const start = performance.now();
  let text = '';
  while (text.split('\n\n').length <= 10) text += (await reader?.read())?.value ?? '';
  // A timer may be a millisecond early; it is never earlier.
  expect(performance.now() - start).toBeGreaterThan(9 * 49);
  await reader?.cancel();
  await expect.poll(() => released).toBe(1);
});

test('a reader that does not read keeps nothing waiting but the next update', async () => {
  let asked = 0;
  const run = {
    update: (): RunUpdate => ({ version: `run.${++asked}`, cells: [], figures, workers: [] }),
    release() {},
  };
  const stop = new AbortController();
  const app = new Hono().get('/', (c) => streamRun(c, run, undefined, stop.signal));
  const response = await app.request('/');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(asked).toBeLessThan(10); // of twenty, if somebody had read
  stop.abort();
  await response.body?.cancel();
});
