/** So many frames back one can go; older ones are forgotten, for a search has no end of them. */
const MEMORY = 10_000;

/** Frames to leaf through: asked for one by one as one goes forward, remembered for going back. */
export class Replay {
  readonly #frames: Iterator<string>;
  #seen: string[] = [];
  #at = -1;
  #ended = false;

  constructor(frames: Iterable<string>) {
    this.#frames = frames[Symbol.iterator]();
  }

  /** The frame in view; empty before the first. */
  get frame(): string {
    return this.#seen[this.#at] ?? '';
  }

  /** Whether the frame in view is known to be the last. */
  get ended(): boolean {
    return this.#ended && this.#at === this.#seen.length - 1;
  }

  /** Goes to the next frame. False if there is none. */
  forward(): boolean {
    if (this.#at === this.#seen.length - 1 && !this.#see()) return false;
    this.#at++;
    return true;
  }

  /** Goes to the frame before. False if there is none, or it is forgotten. */
  back(): boolean {
    if (this.#at < 1) return false;
    this.#at--;
    return true;
  }

  /** Takes one more frame in, behind those seen. */
  #see(): boolean {
    const next = this.#ended ? { done: true as const } : this.#frames.next();
    if (next.done) {
      this.#ended = true;
      return false;
    }
    this.#seen.push(next.value);
    if (this.#seen.length > MEMORY) {
      this.#seen.shift();
      this.#at--;
    }
    return true;
  }
}
