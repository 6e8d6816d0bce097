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
/** Returns the cost that a thread counts in a second. */
function speedOf({ timed: { cost, seconds } }: Rate): number {
  return cost / seconds;
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
  expect(speedOf(rate)).toBeCloseTo(0.5);
  expect(rate.latest).toBe(ended);
});

test('a rate without results has no threads, no speed and no rate', () => {
  const rate = new Rate();
  expect(rate).toMatchObject({ threads: 0, timed: { cost: 0, seconds: 0 }, workPerSecond: undefined });
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
  test('of a forecast is the speed until results show another, and has no rate', () => {
    const rate = new Rate();
    rate.expect(4, 1e9);
    expect(speedOf(rate)).toBeCloseTo(250);
    expect(rate.workPerSecond).toBeUndefined();
    addSeconds(rate, 10, {});
    expect(speedOf(rate)).toBeGreaterThan(600); // about ten seconds of each
    expect(speedOf(rate)).toBeLessThan(700);
    expect(rate.workPerSecond).toBeCloseTo(1000);
    addSeconds(rate, 300, { ended: 10_000 });
    expect(speedOf(rate)).toBeGreaterThan(990);
  });

  test('of a forecast weighs at most a tenth of a short run', () => {
    const rate = new Rate();
    rate.expect(1, 2000);
    expect(rate.timed.seconds).toBeCloseTo(0.2);
  });

  test('of earlier results weighs at most ten seconds, and a forecast replaces it', () => {
    const rate = new Rate();
    addSeconds(rate, 50, {});
    rate.weaken();
    expect(rate.timed).toEqual({ cost: expect.closeTo(10_000), seconds: expect.closeTo(10) });
    expect(rate.workPerSecond).toBeCloseTo(1000);
    rate.expect(2, 1e9);
    expect(speedOf(rate)).toBeCloseTo(500);
  });

  test('of a few earlier results weighs no more than their time', () => {
    const rate = new Rate();
    addSeconds(rate, 2, {});
    const { timed } = rate;
    rate.weaken();
    expect(rate.timed).toEqual(timed);
  });
});
