import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { RunUpdate } from '../../src/runs/run-update.js';
import type { FollowedRun } from '../../src/server/run-source.js';
import { streamRuns } from '../../src/server/run-stream.js';

const figures: RunUpdate['figures'] = {
  ...{ state: 'counting', finished: 0, part: 0, seconds: 0, threadSeconds: 0, work: 0, conflicts: 0 },
};

/** A run of which something changes all the time. */
class Restless implements FollowedRun {
  asked = 0;
  released = 0;

  update(): RunUpdate {
    return { version: `run.${++this.asked}`, cells: [], figures, workers: [] };
  }

  async cell(): Promise<undefined> {}

  release(): void {
    this.released++;
  }
}

/** Streams runs; the places that were given back are counted. */
function streamed(runs: Readonly<Record<string, Promise<FollowedRun | undefined>>>, stop = new AbortController()) {
  const left = { places: 0 };
  const asked = Object.entries(runs).map(([key, run]) => ({ key, since: undefined, run }));
  const leave = () => {
    left.places++;
  };
  const app = new Hono().get('/', (c) => streamRuns(c, asked, { stop: stop.signal, leave }));
  return { response: app.request('/'), left, stop };
}

test('a run has at most twenty updates a second, however often something changes, and is released', async () => {
  const run = new Restless();
  const { response, left } = streamed({ 'count/1': Promise.resolve(run) });
  const reader = (await response).body?.pipeThrough(new TextDecoderStream()).getReader();
  const start = performance.now();
  let text = '';
  while (text.split('\n\n').length <= 11) text += (await reader?.read())?.value ?? '';
  // A timer may be a millisecond early; it is never earlier.
  expect(performance.now() - start).toBeGreaterThan(9 * 49);
  await reader?.cancel();
  await expect.poll(() => [run.released, left.places]).toEqual([1, 1]);
});

test('a reader that does not read keeps nothing waiting but the next update', async () => {
  const run = new Restless();
  const { response, stop } = streamed({ 'count/1': Promise.resolve(run) });
  const { body } = await response;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(run.asked).toBeLessThan(10); // of twenty, if somebody had read
  stop.abort();
  await body?.cancel();
});

test('one stream carries several runs, and says which cannot be followed', async () => {
  const runs = { 'count/1': new Restless(), 'file/slow': new Restless() };
  let open: (run: FollowedRun) => void = () => {};
  const slow = new Promise<FollowedRun>((resolve) => {
    open = resolve;
  });
  const { response, stop } = streamed({
    'file/gone': Promise.resolve(undefined),
    'file/broken': Promise.reject(new Error('file/broken is damaged')),
    'file/slow': slow,
    'count/1': Promise.resolve(runs['count/1']),
  });
  const reader = (await response).body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader?.read())?.value ?? '';
  };
  await read('{"run":"file/gone","refused":"there is no such run any more"}');
  await read('{"run":"file/broken","refused":"file/broken is damaged"}');
  await read('{"run":"count/1","update":');
  expect(text).not.toContain('file/slow');
  open(runs['file/slow']);
  await read('{"run":"file/slow","update":');
  stop.abort();
  await reader?.cancel();
  await expect.poll(() => Object.values(runs).map(({ released }) => released)).toEqual([1, 1]);
});
