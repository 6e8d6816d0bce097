import { describe, expect, test } from 'vitest';
import { Pace } from '../../../src/core/runs/rate.js';

/** Adds results of one thread that take a second each, one after the other. @returns the moment of the last end. */
function addSeconds(pace: Pace, results: number, { cost = 1000, work = 1000, ended = 0 }): number {
  let end = ended;
  for (let i = 0; i < results; i++) {
    end += 1000;
    pace.add({ work, milliseconds: 1000, ended: end }, cost);
  }
  return end;
}
/** Returns the cost that a thread counts in a second. */
function speedOf({ effort: { cost, seconds } }: Pace): number {
  return cost / seconds;
}

test.each([1, 2, 7])('the ends of results show that a run has %i threads, despite a pause', (threads) => {
  const pace = new Pace();
  let ended = 1e12;
  for (let i = 0; i < 200; i++) {
    if (i === 40) ended += 1e7;
    ended += 6000 / threads;
    pace.add({ work: 12, milliseconds: 6000, ended }, 3);
  }
  expect(pace.threads).toBe(threads);
  expect(pace.workPerSecond).toBeCloseTo(2);
  expect(speedOf(pace)).toBeCloseTo(0.5);
  expect(pace.latest).toBe(ended);
});

test('a pace without results has no threads, no speed and no rate', () => {
  const pace = new Pace();
  expect(pace).toMatchObject({ threads: 0, effort: { cost: 0, seconds: 0 }, workPerSecond: undefined });
});

describe('the latest results weigh most', () => {
  test('so a pace follows a change of the machine within minutes', () => {
    const pace = new Pace();
    let ended = 0;
    for (let i = 0; i < 1000; i++) {
      ended += 10_000;
      pace.add({ work: 1000, milliseconds: 10_000, ended }, 1);
    }
    addSeconds(pace, 60, { ended, cost: 1 });
    expect(pace.workPerSecond).toBeLessThan(700); // hardly more than a minute ago, it was 100
    addSeconds(pace, 240, { ended: ended + 60_000, cost: 1 });
    expect(pace.workPerSecond).toBeGreaterThan(900);
  });

  test('so later results outweigh a pause of an hour within a few minutes', () => {
    const pace = new Pace();
    const before = addSeconds(pace, 10, {});
    const after = before + 3_600_000;
    pace.add({ work: 1000, milliseconds: 3_600_000, ended: after }, 1000); // the process was stopped
    expect(pace.workPerSecond).toBeLessThan(5); // the pause shows
    addSeconds(pace, 600, { ended: after });
    expect(pace.workPerSecond).toBeGreaterThan(900);
  });
});

describe('a prior', () => {
  test('of a forecast is the speed until results show another, and has no rate', () => {
    const pace = new Pace();
    pace.expect(4, 1e9);
    expect(speedOf(pace)).toBeCloseTo(250);
    expect(pace.workPerSecond).toBeUndefined();
    addSeconds(pace, 10, {});
    expect(speedOf(pace)).toBeGreaterThan(600); // about ten seconds of each
    expect(speedOf(pace)).toBeLessThan(700);
    expect(pace.workPerSecond).toBeCloseTo(1000);
    addSeconds(pace, 300, { ended: 10_000 });
    expect(speedOf(pace)).toBeGreaterThan(990);
  });

  test('of a forecast weighs at most a tenth of a short run', () => {
    const pace = new Pace();
    pace.expect(1, 2000);
    expect(pace.effort.seconds).toBeCloseTo(0.2);
  });

  test('of earlier results weighs at most ten seconds, and a forecast replaces it', () => {
    const pace = new Pace();
    addSeconds(pace, 50, {});
    pace.weaken();
    expect(pace.effort).toEqual({ cost: expect.closeTo(10_000), seconds: expect.closeTo(10) });
    expect(pace.workPerSecond).toBeCloseTo(1000);
    pace.expect(2, 1e9);
    expect(speedOf(pace)).toBeCloseTo(500);
  });

  test('of a few earlier results weighs no more than their time', () => {
    const pace = new Pace();
    addSeconds(pace, 2, {});
    const { effort } = pace;
    pace.weaken();
    expect(pace.effort).toEqual(effort);
  });
});
