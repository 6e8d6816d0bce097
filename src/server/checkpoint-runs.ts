import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LineReceiver } from '../ledger/line.js';
import { partName, sizeOfPart } from '../plan/part.js';
import { MOST_SUBPROBLEMS } from '../plan/plan.js';
import { stateAfter } from '../runs/observed-run.js';
import type { WatchedRun } from '../runs/watched-run.js';
import { plural } from '../text/numbers.js';
import { shellCommand } from '../text/quoted.js';
import { followFile, isContinued, type ReadProgress, readBeginning, readNewLines, withFile } from './ledger-reader.js';
import { type RunListing, type RunSource, SharedReaders } from './run-source.js';

/** Largest number of ledgers in the list. */
const MOST_LISTED = 200;

/** Milliseconds between two polls of a file. */
const POLL_EVERY = 200;

/** A ledger in the list. */
interface Tally extends ReadProgress {
  /** Number of subproblems that the file is to have. */
  readonly subproblems: number;
  /** Ids of the subproblems that it has. It is a set because a subproblem can have two lines. */
  readonly ids: Set<string>;
  /** Longest counting time of a subproblem, in milliseconds. */
  longest: number;
}

/** A file that was read for the list, without a tally if it is not a ledger. It is read again when its stamp changes. */
type ReadFile = { readonly stamp: string; readonly tally: Tally | undefined };

/** The ledger files in a folder, including those of parts. Listing makes no plans. Only files in the folder can be read. */
export class CheckpointRuns implements RunSource {
  readonly #folder: string;
  /** The files of the last listing, by name. */
  #read: ReadonlyMap<string, ReadFile> = new Map();
  readonly #readers = new SharedReaders((name, known) => followFile(this.#path(name), known), POLL_EVERY);

  /** @param folder absolute path of the folder, so that the commands in messages work everywhere. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(): Promise<RunListing> {
    const { names, links } = await this.#entries();
    const stats = await Promise.all(names.map(async (name) => ({ name, stats: await this.#stats(name) })));
    const files = stats.flatMap(({ name, stats }) => (stats ? { name, stats } : []));
    files.sort((a, b) => Number(b.stats.mtimeNs - a.stats.mtimeNs));
    const read = new Map<string, ReadFile>();
    const runs: RunListing['runs'][number][] = [];
    for (const { name, stats } of files) {
      if (runs.length === MOST_LISTED) break;
      const [earlier, stamp] = [this.#read.get(name), stampOf(stats)];
      const tally = earlier?.stamp === stamp ? earlier.tally : await this.#tally(name, earlier?.tally);
      read.set(name, { stamp, tally });
      if (tally) runs.push(this.#summary(name, tally, Math.round(Number(stats.mtimeNs) / 1e6)));
    }
    this.#read = read;
    return { runs, notes: this.#notes({ runs: runs.length, read: read.size, files: files.length, links }) };
  }

  /** Finds the run of a file. @throws UsageError, LedgerFileError, or the system's error. */
  async find(name: string): Promise<WatchedRun | undefined> {
    // Only names of files in the folder become paths.
    const { names } = await this.#entries();
    const stats = names.includes(name) ? await this.#stats(name) : undefined;
    return stats && this.#readers.find(name, stampOf(stats));
  }

  /** Lists the names of regular files. Symbolic links are only counted, because they can point outside the folder. */
  async #entries(): Promise<{ readonly names: readonly string[]; readonly links: number }> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    return { names, links: entries.filter((entry) => entry.isSymbolicLink()).length };
  }

  /** Returns undefined if the file is gone. */
  #stats(name: string): Promise<BigIntStats | undefined> {
    return stat(this.#path(name), { bigint: true }).catch(() => undefined);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  /** Reads a file, or only its new lines. @returns undefined if it is not a ledger, or cannot be read. */
  #tally(name: string, earlier: Tally | undefined): Promise<Tally | undefined> {
    return withFile(this.#path(name), async (handle, stats) => {
      const tally =
        earlier && isContinued(earlier, stats) ? earlier : emptyTally(await readBeginning(handle, stats, name));
      const receiver: LineReceiver = {
        entry({ id, milliseconds }) {
          tally.ids.add(id);
          tally.longest = Math.max(tally.longest, milliseconds);
          if (isOverfull(tally)) throw new Error('more subproblems than the plan has'); // ends the reading
        },
        damaged() {}, // shown when the run is opened
      };
      await readNewLines(handle, tally, receiver).catch(() => undefined);
      return tally;
    }).catch(() => undefined);
  }

  #summary(name: string, tally: Tally, changed: number): RunListing['runs'][number] {
    const { ids, subproblems, longest } = tally;
    const { n, algorithm, part } = tally.header;
    const isFinished = ids.size === subproblems;
    const state = isFinished ? 'finished' : stateAfter(Date.now() - changed, longest);
    return {
      ...{ name, n, algorithm, subproblems, changed },
      finished: Math.min(ids.size, subproblems),
      state: isOverfull(tally) ? 'failed' : state,
      ...(part && { part: partName(part) }),
      ...(isFinished && { fraction: 1 }),
    };
  }

  /** Describes what the list lacks. */
  #notes({ runs, read, files, links }: Record<'runs' | 'read' | 'files' | 'links', number>): string[] {
    const start = shellCommand('queens-par', '18', '--checkpoint', this.#path('18.ledger'));
    const skipped = plural(read - runs, 'file');
    return [
      ...(runs === 0 ? [`${this.#folder} has no ledger files yet. Start a count with: ${start}`] : []),
      ...(read > runs ? [`Skipped ${skipped} in the folder that queens-par cannot read as a ledger.`] : []),
      ...(links > 0 ? [`Skipped ${plural(links, 'symbolic link')}.`] : []),
      ...(files > read
        ? [`The list has the newest ${runs} ledgers. ${plural(files - read, 'older file')} may be ledgers.`]
        : []),
    ];
  }
}

/** Returns text that changes with the content of a file. */
function stampOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join('.');
}

function emptyTally(beginning: ReadProgress): Tally {
  const { part, subproblems } = beginning.header;
  return { ...beginning, subproblems: part ? sizeOfPart(subproblems, part) : subproblems, ids: new Set(), longest: 0 };
}

/** Returns whether a file has ids that its plan cannot have. Reading ends there, so that ids do not fill the memory. */
function isOverfull({ ids, subproblems }: Tally): boolean {
  return ids.size > Math.min(subproblems, MOST_SUBPROBLEMS);
}
