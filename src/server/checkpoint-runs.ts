import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LineReceiver } from '../ledger/line.js';
import { partName, sizeOfPart } from '../plan/part.js';
import { stateAfter } from '../runs/observed-run.js';
import type { WatchedRun } from '../runs/watched-run.js';
import { plural } from '../text/numbers.js';
import { type ReadProgress, readBeginning, readLedger, readNewLines, withFile } from './ledger-reader.js';
import { type RunListing, type RunSource, SharedReaders } from './run-source.js';

/** Largest number of files in the list. */
const MOST_LISTED = 200;

/** Milliseconds between two polls of a file. */
const POLL_EVERY = 200;

/** A listed file and the progress of reading it. */
interface ListedFile extends ReadProgress {
  /** Ids of the subproblems that were read. It is a set because a subproblem can have two lines. */
  readonly ids: Set<string>;
  /** Longest counting time of a subproblem, in milliseconds. */
  longest: number;
}

/** The checkpoint files in a folder, including parts. Listing makes no plans. Only files in the folder can be read. */
export class CheckpointRuns implements RunSource {
  readonly #folder: string;
  /** The listed files, by name. The next listing reads only their new lines. */
  readonly #tallies = new Map<string, ListedFile>();
  readonly #readers = new SharedReaders((name) => readLedger(this.#path(name), name), POLL_EVERY);

  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(): Promise<RunListing> {
    const names = await this.#names();
    const dated = await Promise.all(names.map(async (name) => ({ name, time: await changeTime(this.#path(name)) })));
    dated.sort((a, b) => b.time - a.time);
    const newest = dated.slice(0, MOST_LISTED).map(({ name }) => name);
    for (const name of this.#tallies.keys()) if (!newest.includes(name)) this.#tallies.delete(name);
    const runs = [];
    for (const name of newest) {
      const summary = await this.#summary(name).catch(() => undefined); // not a ledger file, or empty
      if (summary) runs.push(summary);
    }
    return { runs, notes: notesOn({ files: dated.length, read: newest.length, listed: runs.length }) };
  }

  /** Finds the run of a file. @throws LedgerFileError, or the system's error. */
  async find(name: string): Promise<WatchedRun | undefined> {
    // Only names of files in the folder become paths.
    const known = (await this.#names()).find((file) => file === name);
    return known === undefined ? undefined : this.#readers.find(known);
  }

  /** Lists the names of regular files. Symbolic links are skipped, because they can point outside the folder. */
  async #names(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  /** Reads a file's new lines, and returns its entry in the list. @throws LedgerFileError, or the system's error. */
  async #summary(name: string) {
    return withFile(this.#path(name), async (opened) => {
      const { handle, inode, size, changed } = opened;
      let tally = this.#tallies.get(name);
      if (tally?.inode !== inode || size < tally.offset) {
        tally = { ...(await readBeginning(opened, name)), ids: new Set(), longest: 0 };
        this.#tallies.set(name, tally);
      }
      if (size > tally.offset) await readNewLines(handle, tally, receiverOf(tally));
      const { n, algorithm, part, subproblems: all } = tally.header;
      const subproblems = part ? sizeOfPart(all, part) : all;
      const finished = tally.ids.size;
      const isFinished = finished === subproblems;
      const state = isFinished ? 'finished' : stateAfter(Date.now() - changed, tally.longest);
      const fraction = isFinished ? 1 : await this.#readers.fraction(name);
      return {
        ...{ name, n, algorithm, subproblems, finished, state, changed },
        ...(part && { part: partName(part) }),
        ...(fraction !== undefined && { fraction }),
      };
    });
  }
}

function receiverOf(tally: ListedFile): LineReceiver {
  return {
    entry({ id, milliseconds }) {
      tally.ids.add(id);
      tally.longest = Math.max(tally.longest, milliseconds);
    },
    damaged() {}, // shown when the run is opened
  };
}

/** Describes the files of a folder that are not in the list. */
function notesOn(counts: { readonly files: number; readonly read: number; readonly listed: number }): string[] {
  const { files, read, listed } = counts;
  const notes: string[] = [];
  if (read > listed) {
    notes.push(`Skipped ${plural(read - listed, 'file')} in the folder that queens-par cannot read as a ledger.`);
  }
  if (files > read) notes.push(`Read only the newest ${read} of ${files} files.`);
  return notes;
}

async function changeTime(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return 0; // the file is gone
  }
}
