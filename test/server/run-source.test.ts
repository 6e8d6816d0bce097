import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors/errors.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import type { Plan } from '../../src/plan/plan.js';
import { WatchedRun } from '../../src/runs/watched-run.js';
import { SharedReaders } from '../../src/server/run-source.js';

const plan = planBitmask(6, 1);

/** Makes readers whose runs are opened and polled by `act`, which gets the number of the call. */
function readersOf(act: (call: number) => Promise<boolean>) {
  const opened: (Plan | undefined)[] = [];
  let calls = 0;
  const readers = new SharedReaders(async (_, known) => {
    opened.push(known);
    await act(++calls);
    const run = new WatchedRun(plan);
    const update = (problem?: string) => {
      run.setState(problem === undefined ? 'counting' : 'failed', problem);
      return run.update();
    };
    return { plan, update, poll: () => act(++calls) };
  }, 0);
  return { readers, opened };
}

describe('a run that cannot be opened', () => {
  test('is not opened again until its stamp changes', async () => {
    const { readers, opened } = readersOf(() => Promise.reject(new UsageError('another plan')));
    for (const stamp of ['1', '1', '1', '2', '2']) {
      await expect(readers.find('run', stamp)).rejects.toThrow('another plan');
    }
    expect(opened).toHaveLength(2);
  });

  test('is opened again after an outage', async () => {
    const { readers } = readersOf(async (call) => {
      if (call === 1) throw new Error('no answer');
      return true;
    });
    await expect(readers.find('run', '1')).rejects.toThrow('no answer');
    expect((await readers.find('run', '1')).figures.state).toBe('counting');
  });
});

test('requests at the same time open a run once', async () => {
  const { readers, opened } = readersOf(async () => true);
  await Promise.all([1, 2, 3].map(() => readers.find('run', '1')));
  expect(opened).toEqual([undefined]);
});

test('a run that was replaced is opened again with the plan that is known', async () => {
  const { readers, opened } = readersOf(async (call) => call !== 2);
  for (const stamp of ['1', '2']) await readers.find('run', stamp);
  expect(opened).toEqual([undefined, plan]);
});

test('a run whose file cannot be read any more has the state failed until it can', async () => {
  const { readers } = readersOf(async (call) => {
    if (call === 2) throw new Error('no answer');
    return true;
  });
  for (const state of ['counting', 'failed', 'counting']) {
    expect((await readers.find('run', '1')).figures.state).toBe(state);
  }
});
