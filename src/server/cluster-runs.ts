import type { Database } from '../cluster/database/database.js';
import { latestRuns } from '../cluster/ledger/latest-runs.js';
import { findRun, readRun } from '../cluster/ledger/runs.js';
import type { RunSummary } from '../runs/run-update.js';
import { ClusterFollower } from './cluster-follower.js';
import type { FollowedRun, RunListing, RunSource } from './run-source.js';
import { sharedCall } from './shared-call.js';
import { SharedFollowers } from './shared-followers.js';

/** Runs that are listed at most. */
const MOST_LISTED = 200;

/** The runs of a cluster, followed in its database. The page can look at them, and do nothing to them. */
export class ClusterRuns implements RunSource {
  readonly source = 'cluster';
  readonly #database: Database;
  readonly #followers: SharedFollowers;
  readonly list = sharedCall(() => this.#list());

  /** @param database closed by whoever made it. */
  constructor(database: Database) {
    this.#database = database;
    this.#followers = new SharedFollowers(async (name) =>
      ClusterFollower.follow(database, await findRun(database, name)),
    );
  }

  async #list(): Promise<RunListing> {
    const runs = await latestRuns(this.#database, MOST_LISTED);
    const summaries = runs.map(({ state, finished, ...run }): RunSummary => {
      const { source } = this;
      return { source, ...run, ...(finished !== null && { finished }), state: state === 'conflict' ? 'failed' : state };
    });
    return { runs: summaries, notes: [] };
  }

  async follow(name: string): Promise<FollowedRun | undefined> {
    return (await readRun(this.#database, name)) && this.#followers.follow(name);
  }
}
