import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeader } from '../ledger/read.js';
import type { RunSummary } from '../runs/run-update.js';
import { LedgerFollower, openFile, readBeginning } from './ledger-follower.js';
import type { FollowedRun, RunSource } from './run-source.js';
import { SharedFollowers } from './shared-followers.js';

/** Files that are listed at most, the newest. */
const MOST_LISTED = 200;

/** The checkpoint and part files of a folder, followed as they grow. Nothing outside the folder can be named. */
export class CheckpointRuns implements RunSource {
  readonly source = 'file';
  readonly #folder: string;
  readonly #followers = new SharedFollowers((name) => LedgerFollower.follow(this.#path(name), name));

  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(): Promise<RunSummary[]> {
    const names = await this.#names();
    const dated = await Promise.all(names.map(async (name) => ({ name, time: await changeTime(this.#path(name)) })));
    dated.sort((a, b) => b.time - a.time);
    const runs: RunSummary[] = [];
    for (const { name } of dated.slice(0, MOST_LISTED)) {
      const summary = await this.#summary(name);
      if (summary) runs.push(summary);
    }
    return runs;
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
      const handle = await openFile(this.#path(name));
      try {
        const { n, algorithm, subproblems, part } = readHeader(await readBeginning(handle), name);
        const ofPart = part && { part: `${part.k}/${part.m}` };
        return { source: this.source, name, n, algorithm, subproblems, ...ofPart };
      } finally {
        await handle.close();
      }
    } catch {
      return undefined;
    }
  }
}

async function changeTime(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return 0; // gone by now
  }
}
