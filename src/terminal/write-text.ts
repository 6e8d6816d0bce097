import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** Characters to collect before they are written. A system call for each line would take longer than finding it. */
const ENOUGH = 16_384;

/** Milliseconds until a shorter text is written, so that slow searches show their steps. */
const LONG = 50;

/**
 * Writes sections of text as they come. If the reader is slow, it takes no further section: a search in a generator pauses,
 * and memory does not grow.
 *
 * @param pieces a generator, read synchronously.
 */
export async function writeText(out: Writable, pieces: Iterable<string>): Promise<void> {
  let text = '';
  let written = Number.NEGATIVE_INFINITY; // time of the last write; the first section is written at once
  for (const piece of pieces) {
    text += piece;
    if (text === '') continue;
    if (text.length < ENOUGH && performance.now() - written < LONG) continue;
    await write(out, text);
    text = '';
    written = performance.now();
  }
  await write(out, text);
}

async function write(out: Writable, text: string): Promise<void> {
  if (!out.write(text)) await once(out, 'drain');
  // Node notices a closed pipe or a signal only in the event loop.
  else await setImmediate();
}
