import { describe, expect, test } from 'vitest';
import { Rate } from '../../../src/core/runs/rate.js';

/** Adds results of one thread that take a second each, one after the other. @returns the moment of the last end. */
function addSeconds(rate: Rate, results: number, { cost = 1000, work = 1000, ended = 0 }): number {
  let end = ended;
  for (let i = 0; i < results; i++) {
    end += 1000;
    rate.add({ work, milliseconds: 1000, ended: end }, cost);
  }
  return end;
}

test.each([1, 2, 7])('the ends of results show that a run has %i threads, despite a pause', (threads) => {
  const rate = new Rate();
  let ended = 1e12;
  for (let i = 0; i < 200; i++) {
    if (i === 40) ended += 1e7;
    ended += 6000 / threads;
    rate.add({ work: 12, milliseconds: 6000, ended }, 3);
  }
  expect(rate.threads).toBe(threads);
  expect(rate.workPerSecond).toBeCloseTo(2);
  expect(rate.speed).toBeCloseTo(0.5);
  expect(rate.latest).toBe(ended);
});

test('a rate without results has no threads, no speed and no rate', () => {
  const rate = new Rate();
  expect(rate).toMatchObject({ threads: 0, speed: undefined, workPerSecond: undefined });
});

describe('the latest results weigh most', () => {
  test('so a rate follows a change of the machine within minutes', () => {
    const rate = new Rate();
    let ended = 0;
    for (let i = 0; i < 1000; i++) {
      ended += 10_000;
      rate.add({ work: 1000, milliseconds: 10_000, ended }, 1);
    }
    addSeconds(rate, 60, { ended, cost: 1 });
    expect(rate.workPerSecond).toBeLessThan(700); // hardly more than a minute ago, it was 100
    addSeconds(rate, 240, { ended: ended + 60_000, cost: 1 });
    expect(rate.workPerSecond).toBeGreaterThan(900);
  });

  test('so later results outweigh a pause of an hour within a few minutes', () => {
    const rate = new Rate();
    const before = addSeconds(rate, 10, {});
    const after = before + 3_600_000;
    rate.add({ work: 1000, milliseconds: 3_600_000, ended: after }, 1000); // the process was stopped
    expect(rate.workPerSecond).toBeLessThan(5); // the pause shows
    addSeconds(rate, 600, { ended: after });
    expect(rate.workPerSecond).toBeGreaterThan(900);
  });
});

describe('a prior', () => {
  test('of a forecast is the speed until a result shows another, and has no rate', () => {
    const rate = new Rate();
    rate.expect(4);
    expect([rate.speed, rate.workPerSecond]).toEqual([250, undefined]);
    addSeconds(rate, 1, {});
    expect([rate.speed, rate.workPerSecond]).toEqual([1000, 1000]);
  });

  test('of results from before a pause counts until the first result after it', () => {
    const rate = new Rate();
    const ended = addSeconds(rate, 1, {});
    rate.restart();
    expect([rate.speed, rate.workPerSecond, rate.threads]).toEqual([1000, 1000, 1]);
    rate.restart();
    addSeconds(rate, 1, { cost: 10, work: 20, ended: ended + 1e9 });
    expect([rate.speed, rate.workPerSecond, rate.threads]).toEqual([10, 20, 1]);
  });

  test('of threads counts until each of them can have a result', () => {
    const rate = new Rate();
    for (const ended of [1000, 1001, 1002]) rate.add({ work: 1, milliseconds: 1000, ended }, 1);
    rate.restart();
    const threads = [9000, 9001, 10_000, 10_001].map((ended) => {
      rate.add({ work: 1, milliseconds: 900, ended }, 1);
      return rate.threads;
    });
    expect(threads).toEqual([3, 3, 2, 2]);
  });
});
