import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Follower } from '../../src/page/runs/stream-hub.js';
import { type FromStream, serveTab, type TabPort, type ToStream } from '../../src/page/runs/tab-service.js';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A served tab, with what it was told and the runs that are followed for it. */
function tab() {
  const told: FromStream[] = [];
  const followed: { run: string; follower: Follower }[] = [];
  const port: TabPort = { onmessage: null, postMessage: (message: FromStream) => void told.push(message) };
  serveTab(port, {
    follow(run, follower) {
      const one = { run, follower };
      followed.push(one);
      return () => void followed.splice(followed.indexOf(one), 1);
    },
  });
  const handler: unknown = port.onmessage;
  function say(data: ToStream): void {
    if (typeof handler === 'function') handler({ data });
  }
  return { told, say, runs: () => followed.map(({ run }) => run), followed };
}

test('a tab is told of the runs that it follows, under its numbers, until it leaves them', () => {
  const { told, say, runs, followed } = tab();
  say({ follow: 'count/1', number: 7 });
  say({ follow: 'file/a', number: 8 });
  expect(runs()).toEqual(['count/1', 'file/a']);
  followed[1]?.follower.onConnection({ is: 'lost' });
  expect(told).toEqual([{ number: 8, connection: { is: 'lost' } }]);
  say({ leave: 7 });
  expect(runs()).toEqual(['file/a']);
  say({ leave: 8 });
  vi.advanceTimersByTime(60 * MINUTE);
  expect(told.length).toBe(1); // a tab that follows nothing is not asked
});

test('a tab that answers is followed for ever', () => {
  const { told, say, runs } = tab();
  say({ follow: 'count/1', number: 1 });
  for (let minute = 0; minute < 60; minute++) {
    vi.advanceTimersByTime(MINUTE);
    expect(told.at(-1)).toEqual({ areYouThere: true });
    say({ isHere: true });
  }
  expect(runs()).toEqual(['count/1']);
});

test('a tab that crashed is followed no longer, and one that thaws is followed again', () => {
  const { told, say, runs } = tab();
  say({ follow: 'count/1', number: 1 });
  vi.advanceTimersByTime(2 * MINUTE);
  expect(runs()).toEqual(['count/1']);
  vi.advanceTimersByTime(MINUTE);
  expect(runs()).toEqual([]);
  const asked = told.length;
  vi.advanceTimersByTime(60 * MINUTE);
  expect(told.length).toBe(asked);
  say({ isHere: true });
  expect(runs()).toEqual(['count/1']);
  say({ isHere: true });
  expect(runs()).toEqual(['count/1']); // once
  vi.advanceTimersByTime(3 * MINUTE);
  expect(runs()).toEqual([]);
});
