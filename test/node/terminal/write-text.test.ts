import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { writeText } from '../../../src/node/terminal/write-text.js';

it('writeText takes pieces only as fast as the reader reads them', async () => {
  let taken = 0;
  function* endless() {
    for (;;) {
      taken++;
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
  expect(taken).toBeLessThanOrEqual(1 + 17); // the first piece, then 17 that fill a chunk and the stream
  takeOne();
  await setTimeout(50);
  takeOne();
  await setTimeout(50);
  expect(taken).toBeLessThanOrEqual(1 + 17 + 17);
  out.destroy(new Error('the reader is gone'));
  expect(await failed).toBe('the reader is gone');
});

it('writeText writes the first piece before it takes the second', async () => {
  const events: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      events.push(`wrote ${chunk}`);
      done();
    },
  });
  function* pieces() {
    yield 'a';
    events.push('took the second');
    yield 'b';
  }
  await writeText(out, pieces());
  expect(events).toEqual(['wrote a', 'took the second', 'wrote b']);
});
