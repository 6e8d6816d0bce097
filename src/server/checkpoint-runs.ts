import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerHeader } from '../ledger/header.js';
import { partName, sizeOfPart } from '../plan/part.js';
import type { RunSummary } from '../runs/run-update.js';
import { plural } from '../text/numbers.js';
import { type LedgerPlace, LedgerReader, openFile, readBeginning, readPieces } from './ledger-reader.js';
import { type FollowedRun, type RunListing, type RunSource, SharedReaders, sharedCall } from './run-source.js';

/** Files that are listed at most, the newest. */
const MOST_LISTED = 200;

/** Pieces (megabytes) read for one list: about a second. What they do not reach is read for the next one. */
const MOST_PIECES = 64;

/** Milliseconds between two looks at a file that is followed. */
const LOOK_EVERY = 200;

/** How far a file has been read for the list, and the lines with a finished subproblem up to there. */
interface Tally extends LedgerPlace {
  entries: number;
}

/**
 * The checkpoint and part files of a folder. They are listed with how far each is, without making its plan: a line that
 * names a subproblem a second time is noticed only when the run is followed. Nothing outside the folder can be named.
 */
export class CheckpointRuns implements RunSource {
  readonly source = 'file';
  readonly #folder: string;
  /** By file name. Each file is read once, and from then on only what was added. */
  readonly #tallies = new Map<string, Tally>();
  readonly #readers = new SharedReaders((name) => LedgerReader.open(this.#path(name), name), LOOK_EVERY);
  readonly list = sharedCall(() => this.#list());

  constructor(folder: string) {
    this.#folder = folder;
  }

  async #list(): Promise<RunListing> {
    const names = await this.#names();
    const dated = await Promise.all(names.map(async (name) => ({ name, time: await changeTime(this.#path(name)) })));
    dated.sort((a, b) => b.time - a.time);
    const newest = dated.slice(0, MOST_LISTED).map(({ name }) => name);
    for (const name of this.#tallies.keys()) if (!newest.includes(name)) this.#tallies.delete(name);
    const runs: RunSummary[] = [];
    const allowance = { pieces: MOST_PIECES };
    for (const name of newest) {
      const summary = await this.#summary(name, allowance).catch(() => undefined); // not a ledger file, or not begun
      if (summary) runs.push(summary);
    }
    return { runs, notes: notesOn({ files: dated.length, looked: newest.length, listed: runs.length }) };
  }

  /** @throws LedgerFileError and others if the file cannot be followed; RangeError if too many are. */
  async follow(name: string): Promise<FollowedRun | undefined> {
    // The name is looked up in the folder, and a path is made of nothing else.
    const known = (await this.#names()).find((file) => file === name);
    return known === undefined ? undefined : this.#readers.follow(known);
  }

  /** Plain files only: a link may lead elsewhere. */
  async #names(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  /** @throws LedgerFileError, or the system's error. */
  async #summary(name: string, allowance: { pieces: number }): Promise<RunSummary> {
    const { header, finished } = await this.#tally(name, allowance);
    const { n, algorithm, subproblems, part } = header;
    return {
      ...{ source: this.source, name, n, algorithm },
      subproblems: part ? sizeOfPart(subproblems, part) : subproblems,
      ...(part && { part: partName(part) }),
      ...(finished !== undefined && { finished }),
    };
  }

  /** @returns `finished` is undefined while the file has not been read to its end. */
  async #tally(
    name: string,
    allowance: { pieces: number },
  ): Promise<{ readonly header: LedgerHeader; readonly finished: number | undefined }> {
    const handle = await openFile(this.#path(name));
    try {
      const { ino, size } = await handle.stat();
      let tally = this.#tallies.get(name);
      if (tally?.inode !== ino || size < tally.offset) {
        tally = { ...(await readBeginning(handle, name)), entries: 0 };
        this.#tallies.set(name, tally);
      }
      const { header } = tally;
      if (size > tally.offset) {
        if (allowance.pieces <= 0) return { header, finished: undefined };
        allowance.pieces -= await readPieces(handle, tally, receiverOf(tally), allowance.pieces);
        if (allowance.pieces <= 0) return { header, finished: undefined };
      }
      return { header, finished: tally.entries };
    } finally {
      await handle.close();
    }
  }
}

function receiverOf(tally: Tally): Parameters<typeof readPieces>[2] {
  return {
    entry() {
      tally.entries++;
    },
    damaged() {}, // told when the run is followed
  };
}

/** What of a folder is not in its list. */
function notesOn(counts: { readonly files: number; readonly looked: number; readonly listed: number }): string[] {
  const { files, looked, listed } = counts;
  const notes: string[] = [];
  if (looked > listed) {
    notes.push(`Skipped ${plural(looked - listed, 'file')} of the folder that queens-par cannot read as a ledger.`);
  }
  if (files > looked) notes.push(`Only the newest ${plural(looked, 'file')} of ${files} were looked at.`);
  return notes;
}

async function changeTime(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return 0; // gone by now
  }
}
