import { PassThrough } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { expect, test, vi } from 'vitest';
import { playFrames } from '../../src/terminal/frame-player.js';
import { Replay } from '../../src/text/replay.js';

const KEYS = { right: '\x1b[C', left: '\x1b[D', escape: '\x1b', backspace: '\x7f', 'Ctrl-C': '\x03' };

/** A player of frames at a terminal of which we see the screen and press the keys. */
function play(frames: readonly string[]) {
  const rawModes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => rawModes.push(isRaw) });
  const output = new PassThrough({ encoding: 'utf8' });
  let screen = '';
  output.on('data', (text: string) => {
    screen = text.slice(text.lastIndexOf('\x1b[2J\x1b[H') + '\x1b[2J\x1b[H'.length);
  });
  // Streams that do what the player needs of a terminal; a real one is tried in the end-to-end tests.
  const end = playFrames(new Replay(frames), input as unknown as ReadStream, output as unknown as WriteStream);
  return {
    end,
    rawModes,
    input,
    frame: () => screen.split('\n')[0],
    isOver: () => screen.includes('The search is over.'),
    async press(key: string, frame: string) {
      input.write(key);
      await vi.waitFor(() => expect(screen.split('\n')[0]).toBe(frame));
    },
  };
}

test.each([
  ['right', KEYS.right, KEYS.left],
  ['space', ' ', KEYS.backspace],
  ['return', '\r', KEYS.left],
])('%s goes forward, and back again', async (_, forward, back) => {
  const player = play(['one', 'two', 'three']);
  await vi.waitFor(() => expect(player.frame()).toBe('one'));
  await player.press(forward, 'two');
  await player.press(forward, 'three');
  await player.press(back, 'two');
  await player.press(back, 'one');
  player.input.write('q');
  expect(await player.end).toBe('quit');
});

test('p plays to the end and says so', async () => {
  const player = play(['one', 'two', 'three']);
  await player.press('p', 'three');
  await vi.waitFor(() => expect(player.isOver()).toBe(true));
  await player.press(KEYS.left, 'two');
  expect(player.isOver()).toBe(false);
  player.input.write('q');
  expect(await player.end).toBe('quit');
});

test('p pauses what plays', async () => {
  const player = play(Array.from({ length: 1000 }, (_, i) => `frame ${i}`));
  player.input.write('p');
  const shown = () => Number(player.frame()?.slice('frame '.length));
  await vi.waitFor(() => expect(shown()).toBeGreaterThan(2), { timeout: 60_000 });
  player.input.write('p');
  await new Promise((resolve) => setImmediate(resolve)); // until the key has been seen
  const stays = shown();
  await new Promise((resolve) => setTimeout(resolve, 600)); // four frames would pass
  expect(shown()).toBe(stays);
  player.input.write('q');
  await player.end;
});

test.each([
  ['q', 'q', 'quit'],
  ['escape', KEYS.escape, 'quit'],
  ['Ctrl-C', KEYS['Ctrl-C'], 'interrupted'],
])('%s ends it and gives the terminal back', async (_, key, how) => {
  const player = play(['one', 'two']);
  await vi.waitFor(() => expect(player.frame()).toBe('one'));
  player.input.write(key);
  expect(await player.end).toBe(how);
  expect(player.rawModes).toEqual([true, false]);
  expect(player.input.isPaused()).toBe(true);
  expect(player.input.listenerCount('keypress')).toBe(0);
});

test('other keys change nothing', async () => {
  const player = play(['one', 'two']);
  await player.press('x', 'one');
  await player.press('c', 'one'); // without Ctrl
  await player.press(KEYS.right, 'two');
  player.input.write('q');
  expect(await player.end).toBe('quit');
});
