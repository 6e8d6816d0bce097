import type { Follower } from './follower.js';
import type { FollowedRun } from './run-source.js';

/** Runs of a source that are followed at a time: each takes the memory of its plan. */
const MOST_FOLLOWED = 8;

/** Followers of runs, one for all who watch the same run. It ends when the last of them leaves. */
export class SharedFollowers {
  readonly #begin: (name: string) => Promise<Follower>;
  readonly #followers = new Map<string, { readonly follower: Promise<Follower>; users: number }>();

  /** @param begin follows the run of a name, of which it is known that there is one. */
  constructor(begin: (name: string) => Promise<Follower>) {
    this.#begin = begin;
  }

  /** @throws what `begin` throws; RangeError if too many are followed. */
  async follow(name: string): Promise<FollowedRun> {
    if (!this.#followers.has(name) && this.#followers.size >= MOST_FOLLOWED) {
      throw new RangeError(`only ${MOST_FOLLOWED} runs can be followed at a time: close another one first`);
    }
    const entry = this.#followers.get(name) ?? { follower: this.#begin(name), users: 0 };
    this.#followers.set(name, entry);
    entry.users++;
    const release = () => {
      if (--entry.users > 0) return;
      this.#followers.delete(name);
      entry.follower.then(
        (follower) => follower.close(),
        () => {}, // it was never followed
      );
    };
    try {
      const follower = await entry.follower;
      return { update: (since) => follower.update(since), release };
    } catch (error) {
      release();
      throw error;
    }
  }
}
