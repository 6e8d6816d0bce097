import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** Characters gathered before they are written: a system call for each line would take longer than finding it. */
const ENOUGH = 16_384;

/** Milliseconds until a shorter text is written, too: slow searches show their steps. */
const LONG = 50;

/**
 * Writes pieces of text as they come, no faster than they are read at the other end: while that is slow, no further
 * piece is asked for, so a search in a generator stands still and memory stays flat.
 *
 * @param pieces asked for one by one, synchronously.
 */
export async function writeText(out: Writable, pieces: Iterable<string>): Promise<void> {
  let text = '';
  let written = Number.NEGATIVE_INFINITY; // when; the first piece goes out at once
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
  // Node hears of a closed pipe or a signal only when it gets a turn.
  else await setImmediate();
}
