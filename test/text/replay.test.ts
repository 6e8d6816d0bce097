import { expect, it } from 'vitest';
import { Replay } from '../../src/text/replay.js';

it('a replay moves forward and back through the frames, and stops at both ends', () => {
  const replay = new Replay(['a', 'b', 'c']);
  expect(replay.frame).toBeUndefined();
  expect(replay.back()).toBe(false);
  expect(replay.forward()).toBe(true);
  expect(replay.forward()).toBe(true);
  expect(replay.frame).toBe('b');
  expect(replay.back()).toBe(true);
  expect(replay.frame).toBe('a');
  expect(replay.back()).toBe(false);
  expect([replay.forward(), replay.forward(), replay.forward()]).toEqual([true, true, false]);
  expect(replay.frame).toBe('c');
  expect(replay.ended).toBe(true);
  replay.back();
  expect(replay.ended).toBe(false);
});

it('a replay takes a frame from the iterator only when it moves to the frame', () => {
  let taken = 0;
  function* frames() {
    for (;;) yield String(++taken);
  }
  const replay = new Replay(frames());
  expect(taken).toBe(0);
  replay.forward();
  replay.forward();
  replay.back();
  replay.forward();
  expect(taken).toBe(2);
});

it('a replay keeps the last 10,000 frames', () => {
  const replay = new Replay(Array.from({ length: 10_002 }, (_, i) => String(i)));
  while (replay.forward());
  expect(replay.frame).toBe('10001');
  while (replay.back());
  expect(replay.frame).toBe('2');
});
