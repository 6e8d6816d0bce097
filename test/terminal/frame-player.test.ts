import { PassThrough } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { afterEach, expect, test, vi } from 'vitest';
import { playFrames } from '../../src/terminal/frame-player.js';
import { Replay } from '../../src/text/replay.js';

/** A pause of three frames in a list of keys. */
const WAIT = 'wait';

/** Plays three frames, presses keys in turn, and returns the screen after each key. */
async function play(...keys: string[]) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const input = Object.assign(new PassThrough(), { isRaw: false });
  const modes: boolean[] = [];
  const terminal = Object.assign(input, { setRawMode: (raw: boolean) => modes.push(raw) });
  const screens: string[] = [];
  const output = { write: (text: string) => screens.push(text) };
  // The player uses only these methods of a terminal's streams.
  const [keyboard, screen] = [terminal as unknown as ReadStream, output as unknown as WriteStream];
  const texts = ['one', 'two', 'three'];
  const replay = new Replay(texts.map((text) => ({ isSolution: text === 'two', draw: () => text })));
  const playing = playFrames(replay, keyboard, screen, () => 'The end.').catch((error: Error) => error.message);
  const shown: string[] = [];
  for (const key of keys) {
    if (key === WAIT) vi.advanceTimersByTime(450);
    else input.write(key);
    await new Promise(setImmediate);
    shown.push(screens.at(-1) ?? '');
  }
  const end = await playing;
  const after = { listeners: input.listenerCount('keypress'), timers: vi.getTimerCount(), isPaused: input.isPaused() };
  return { first: screens[0], shown, drawn: screens.length, end, modes, after };
}

afterEach(() => {
  vi.useRealTimers();
});

test('keys move forward to the last frame, and back', async () => {
  const { first, shown, end } = await play(' ', '\x1b[C', '\r', 'x', '\x7f', 'q');
  expect(first).toContain('one');
  const texts = ['two', 'three', 'three', 'three', 'two'];
  texts.forEach((text, i) => {
    expect(shown[i]).toContain(text);
  });
  expect(shown[1]).not.toContain('The end.');
  expect(shown[3]).toContain('The end.');
  expect(shown[4]).not.toContain('The end.');
  expect(end).toBeUndefined();
});

test('Ctrl-C interrupts the player, which restores the terminal', async () => {
  const { end, modes, after } = await play('p', '\x03');
  expect(end).toBe('interrupted');
  expect(modes).toEqual([true, false]);
  expect(after).toEqual({ listeners: 0, timers: 0, isPaused: true });
});

test('n goes to the next solution, and from there to the end', async () => {
  const { shown } = await play('n', WAIT, 'n', WAIT, 'q');
  expect(shown[1]).toContain('two');
  expect(shown[3]).toContain('The end.');
});

test('+ and - change the speed of a playing replay', async () => {
  const slow = await play('p', '-', '-', '-', '-', WAIT, 'q');
  expect(slow.shown[5]).toContain('one');
  const fast = await play('p', '-', '+', '+', WAIT, 'q');
  expect(fast.shown[4]).toContain('three');
});

test('p plays to the last frame', async () => {
  const { first, shown, drawn } = await play('p', WAIT, WAIT, 'q');
  expect(first).toContain('one');
  expect(shown[0]).toContain('one');
  expect(shown[1]).toContain('three');
  expect(shown[1]).toContain('The end.');
  expect(drawn).toBe(5); // one frame at the start, one after the key, and three while playing
});

test.each(['p', 'x'])('%s pauses the player', async (key) => {
  const { shown } = await play('p', key, WAIT, 'q');
  expect(shown[2]).toContain('one');
});

test('Escape ends the player', async () => {
  await play('\x1b'); // readline waits half a second for the rest of an escape sequence
});
