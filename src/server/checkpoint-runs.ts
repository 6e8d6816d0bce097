import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { partName, sizeOfPart } from '../plan/part.js';
import type { RunSummary } from '../runs/run-update.js';
import { plural } from '../text/numbers.js';
import { followLedger } from './ledger-follower.js';
import { LedgerTallies } from './ledger-tally.js';
import type { FollowedRun, RunListing, RunSource } from './run-source.js';
import { sharedCall } from './shared-call.js';
import { SharedFollowers } from './shared-followers.js';

/** Files that are listed at most, the newest. */
const MOST_LISTED = 200;

/** The checkpoint and part files of a folder, followed as they grow. Nothing outside the folder can be named. */
export class CheckpointRuns implements RunSource {
  readonly source = 'file';
  readonly #folder: string;
  readonly #tallies = new LedgerTallies();
  readonly #followers = new SharedFollowers((name) => followLedger(this.#path(name), name));
  readonly list = sharedCall(() => this.#list());

  constructor(folder: string) {
    this.#folder = folder;
  }

  async #list(): Promise<RunListing> {
    const names = await this.#names();
    const dated = await Promise.all(names.map(async (name) => ({ name, time: await changeTime(this.#path(name)) })));
    dated.sort((a, b) => b.time - a.time);
    const newest = dated.slice(0, MOST_LISTED);
    this.#tallies.look(new Set(newest.map(({ name }) => this.#path(name))));
    const runs: RunSummary[] = [];
    for (const { name } of newest) {
      const summary = await this.#summary(name);
      if (summary) runs.push(summary);
    }
    return { runs, notes: notesOn({ files: dated.length, looked: newest.length, listed: runs.length }) };
  }

  /** @throws LedgerFileError and others if the file cannot be followed; RangeError if too many are. */
  async follow(name: string): Promise<FollowedRun | undefined> {
    // What the page calls a file is looked up in the folder, and never made a path of otherwise.
    const known = (await this.#names()).find((file) => file === name);
    return known === undefined ? undefined : this.#followers.follow(known);
  }

  /** Plain files only: a link may lead elsewhere. */
  async #names(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  /** What a file is of; undefined if it is no ledger file, or not begun. */
  async #summary(name: string): Promise<RunSummary | undefined> {
    try {
      const { header, finished } = await this.#tallies.read(this.#path(name), name);
      const { n, algorithm, subproblems, part } = header;
      return {
        ...{ source: this.source, name, n, algorithm },
        subproblems: part ? sizeOfPart(subproblems, part) : subproblems,
        ...(part && { part: partName(part) }),
        ...(finished !== undefined && { finished }),
      };
    } catch {
      return undefined;
    }
  }
}

/** What of a folder is not in its list. */
function notesOn(counts: { readonly files: number; readonly looked: number; readonly listed: number }): string[] {
  const { files, looked, listed } = counts;
  const notes: string[] = [];
  if (looked > listed) {
    notes.push(
      `Skipped ${plural(looked - listed, 'file')} of the folder, not a ledger of queens-par that can be read.`,
    );
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
