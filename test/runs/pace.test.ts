import { expect, test } from 'vitest';
import { Pace } from '../../src/runs/pace.js';

test.each([1, 2, 7])('the ends of results show that a run has %i threads, despite a pause', (threads) => {
  const pace = new Pace();
  let ended = 1e12;
  for (let i = 0; i < 200; i++) {
    if (i === 40) ended += 1e7;
    ended += 6000 / threads;
    pace.add({ id: String(i), count: 1, work: 12, milliseconds: 6000, ended }, 3);
  }
  expect(pace.threads).toBe(threads);
  expect(pace.workPerSecond).toBe(2);
  expect(pace.spent.cost / pace.spent.seconds).toBe(0.5);
  expect(pace.seconds).toBeGreaterThan((200 * 6) / threads - 1);
  expect(pace.seconds).toBeLessThan((200 * 6) / threads + 12);
});

test('the pace follows a change of the machine within minutes', () => {
  const pace = new Pace();
  let ended = 0;
  const add = (milliseconds: number) => {
    ended += milliseconds;
    pace.add({ id: '', count: 1, work: 1000, milliseconds, ended }, 1);
  };
  for (let i = 0; i < 1000; i++) add(10_000);
  for (let i = 0; i < 300; i++) add(1000);
  expect(pace.workPerSecond).toBeGreaterThan(900);
});
