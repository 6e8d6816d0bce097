import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** Characters to collect before a write. A system call for every line would take longer than the search. */
const CHUNK = 16_384;

/** Milliseconds after which less text is also written, so slow searches show their steps. */
const MAX_DELAY = 50;

/** Writes sections of text as a generator yields them. The generator pauses while the reader is slow. */
export async function writeText(out: Writable, sections: Iterable<string>): Promise<void> {
  let text = '';
  let written = Number.NEGATIVE_INFINITY; // time of the last write; the first section is written at once
  for (const section of sections) {
    text += section;
    if (text === '') continue;
    if (text.length < CHUNK && performance.now() - written < MAX_DELAY) continue;
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
