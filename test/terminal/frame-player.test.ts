import { PassThrough } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { playFrames } from '../../src/terminal/frame-player.js';
import { Replay } from '../../src/text/replay.js';

/** Plays three frames, presses keys one after the other, and gives what stood on the screen after each. */
async function play(...keys: string[]) {
  const input = Object.assign(new PassThrough(), { isRaw: false });
  const modes: boolean[] = [];
  const terminal = Object.assign(input, { setRawMode: (raw: boolean) => modes.push(raw) });
  const screens: string[] = [];
  const output = { write: (text: string) => screens.push(text) };
  // Of a terminal's streams the player uses no more than these have.
  const [keyboard, screen] = [terminal as unknown as ReadStream, output as unknown as WriteStream];
  const end = playFrames(new Replay(['one', 'two', 'three']), keyboard, screen);
  const shown: string[] = [];
  for (const key of keys) {
    input.write(key);
    await new Promise(setImmediate);
    shown.push(screens.at(-1) ?? '');
  }
  return { first: screens[0], shown, end: await end, modes, listeners: input.listenerCount('keypress') };
}

test('keys leaf through the frames, to the last and back', async () => {
  const { first, shown, end } = await play(' ', '\x1b[C', ' ', ' ', '\x1b[D', 'q');
  expect(first).toContain('one');
  const texts = ['two', 'three', 'three', 'three', 'two'];
  texts.forEach((text, i) => {
    expect(shown[i]).toContain(text);
  });
  expect(shown[1]).not.toContain('The search is over.');
  expect(shown[3]).toContain('The search is over.');
  expect(shown[4]).not.toContain('The search is over.');
  expect(end).toBe('quit');
});

test('the terminal is left as it was, and Ctrl-C is told from q', async () => {
  const { end, modes, listeners } = await play('\x03');
  expect(end).toBe('interrupted');
  expect(modes).toEqual([true, false]);
  expect(listeners).toBe(0);
});
