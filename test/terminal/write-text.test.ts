import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { writeText } from '../../src/terminal/write-text.js';

it('writes everything, in order', async () => {
  let text = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const pieces = Array.from({ length: 10_000 }, (_, i) => `${i}\n`);
  await writeText(out, pieces);
  expect(text).toBe(pieces.join(''));
});

it('asks for no more than a reader takes', async () => {
  let asked = 0;
  function* endless() {
    for (;;) {
      asked++;
      yield 'x'.repeat(1000);
    }
  }
  let takeOne = () => {};
  const out = new Writable({
    highWaterMark: 16_384,
    write(_chunk, _encoding, done) {
      takeOne = done;
    },
  });
  const failed = writeText(out, endless()).catch((error: Error) => error.message);
  await setTimeout(50);
  expect(asked).toBeLessThanOrEqual(1 + 17); // the first piece at once, then 17 that make a chunk and fill the stream
  takeOne();
  await setTimeout(50);
  takeOne();
  await setTimeout(50);
  expect(asked).toBeLessThanOrEqual(1 + 17 + 17);
  out.destroy(new Error('reader gone'));
  expect(await failed).toBe('reader gone');
});

it('writes the first piece before it asks for the second', async () => {
  const events: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      events.push(`wrote ${chunk}`);
      done();
    },
  });
  function* pieces() {
    yield 'a';
    events.push('asked on');
    yield 'b';
  }
  await writeText(out, pieces());
  expect(events).toEqual(['wrote a', 'asked on', 'wrote b']);
});
