import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LedgerReader } from '../ledger/reader.js';
import { partName, sizeOfPart } from '../plan/part.js';
import { MOST_SUBPROBLEMS } from '../plan/plan.js';
import { stateAfter } from '../runs/observed-run.js';
import type { RunUpdate } from '../runs/run-update.js';
import { plural } from '../text/numbers.js';
import { shellCommand } from '../text/quoted.js';
import { followFile, readFrom } from './followed-file.js';
import { type RunListing, type RunSource, SharedReaders } from './run-source.js';

/** Largest number of ledgers in the list. */
const MOST_LISTED = 200;

/** Milliseconds between two polls of a file. */
const POLL_EVERY = 200;

/** A ledger in the list. */
interface ListedLedger {
  readonly reader: LedgerReader;
  /** Ids of the subproblems that it has. It is a set because a subproblem can have two lines. */
  readonly ids: Set<string>;
  /** Longest counting time of a subproblem, in milliseconds. */
  longest: number;
}

/** A file that was read for the list, and may not be a ledger. It is read again when its stamp changes. */
type ReadFile = { readonly stamp: string; readonly ledger: ListedLedger | undefined };

/** The ledger files in a folder, including those of parts. Listing makes no plans. Only files in the folder can be read. */
export class CheckpointRuns implements RunSource {
  readonly #folder: string;
  /** The files of the last listing, by name. */
  #listed: ReadonlyMap<string, ReadFile> = new Map();
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
      const [earlier, stamp] = [this.#listed.get(name), stampOf(stats)];
      const ledger = earlier?.stamp === stamp ? earlier.ledger : await this.#read(name, earlier?.ledger);
      read.set(name, { stamp, ledger });
      if (ledger) runs.push(summaryOf(name, ledger, Math.round(Number(stats.mtimeNs) / 1e6)));
    }
    this.#listed = read;
    return { runs, notes: this.#notes({ runs: runs.length, read: read.size, files: files.length, links }) };
  }

  /** Finds the run of a file. @throws UsageError, LedgerFileError, or the system's error. */
  async find(name: string): Promise<RunUpdate | undefined> {
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
  async #read(name: string, earlier?: ListedLedger): Promise<ListedLedger | undefined> {
    const ledger = earlier ?? { reader: new LedgerReader(name), ids: new Set(), longest: 0 };
    const bytes = await readFrom(this.#path(name), ledger.reader.offset).catch(() => undefined);
    if (!bytes) return undefined;
    try {
      const entries = ledger.reader.read(bytes);
      if (!entries) return await this.#read(name);
      for (const { partial } of entries) {
        if (isOverfull(ledger)) break;
        ledger.ids.add(partial.id);
        ledger.longest = Math.max(ledger.longest, partial.milliseconds);
      }
      return ledger;
    } catch {
      return undefined;
    }
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

/** Returns the number of subproblems that a file is to have. */
function sizeOf({ header: { part, subproblems } }: LedgerReader): number {
  return part ? sizeOfPart(subproblems, part) : subproblems;
}

/** Returns whether a file has ids that its plan cannot have. Reading ends there, so that ids do not fill the memory. */
function isOverfull({ ids, reader }: ListedLedger): boolean {
  return ids.size > Math.min(sizeOf(reader), MOST_SUBPROBLEMS);
}

function summaryOf(name: string, ledger: ListedLedger, changed: number): RunListing['runs'][number] {
  const { ids, longest, reader } = ledger;
  const { n, algorithm, part } = reader.header;
  const subproblems = sizeOf(reader);
  const isFinished = ids.size === subproblems;
  const state = isFinished ? 'finished' : stateAfter(Date.now() - changed, longest);
  return {
    ...{ name, n, algorithm, subproblems, changed },
    finished: Math.min(ids.size, subproblems),
    state: isOverfull(ledger) ? 'failed' : state,
    ...(part && { part: partName(part) }),
    ...(isFinished && { fraction: 1 }),
  };
}
