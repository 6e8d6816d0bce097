import type { RunUpdate } from '../../runs/run-update.js';

/** How the page stands with what tells it of a run. */
export type Connection = { readonly is: 'live' | 'lost' } | { readonly is: 'refused'; readonly reason: string };

/** What is told of a run. */
export interface Follower {
  onUpdate(update: RunUpdate): void;
  onConnection(connection: Connection): void;
}

/** An event of the server's stream, as src/server/run-stream.ts sends it. */
type StreamEvent = { readonly run: string } & ({ readonly update: RunUpdate } | { readonly refused: string });

/** Milliseconds after which a stream that was lost is opened again. */
const RETRY = 1000;

/** A run of the server, with all who follow it in this browser. */
interface Followed {
  readonly followers: Set<Follower>;
  /** The version of the last update. */
  version: string;
  isRefused: boolean;
}

/**
 * Follows any number of runs of the server by one stream: a browser opens six connections to a server at most, so with
 * a stream for each run the page would stand still in the sixth tab. It goes on through lost connections and restarts
 * of the server, from the last update of each run, or from the beginning if the server is another one by then.
 */
export class StreamHub {
  /** By `source/name`. */
  readonly #runs = new Map<string, Followed>();
  #stream: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param run `source/name`. @returns what ends the following. */
  follow(run: string, follower: Follower): () => void {
    const followed = this.#runs.get(run) ?? { followers: new Set(), version: '', isRefused: false };
    this.#runs.set(run, followed);
    followed.followers.add(follower);
    followed.version = ''; // a new follower needs everything
    followed.isRefused = false;
    this.#openIn(0);
    return () => {
      followed.followers.delete(follower);
      if (followed.followers.size > 0 || this.#runs.get(run) !== followed) return;
      this.#runs.delete(run);
      this.#openIn(0);
    };
  }

  /** Opens the stream again after a while; in the meantime more runs may come and go. */
  #openIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), milliseconds);
  }

  #open(): void {
    this.#stream?.close();
    this.#stream = undefined;
    const wanted = new URLSearchParams();
    for (const [run, { version, isRefused }] of this.#runs) {
      if (isRefused) continue;
      wanted.append('run', run);
      wanted.append('since', version);
    }
    if (wanted.size === 0) return;
    const stream = new EventSource(`api/updates?${wanted}`);
    this.#stream = stream;
    stream.onmessage = ({ data }: MessageEvent<string>) => this.#receive(JSON.parse(data));
    stream.onerror = () => {
      stream.close();
      for (const { followers, isRefused } of this.#runs.values()) {
        if (!isRefused) for (const follower of followers) follower.onConnection({ is: 'lost' });
      }
      this.#openIn(RETRY);
    };
  }

  #receive(event: StreamEvent): void {
    const followed = this.#runs.get(event.run);
    if (!followed) return; // nobody follows it any more
    if ('refused' in event) followed.isRefused = true;
    else followed.version = event.update.version;
    for (const follower of followed.followers) {
      if ('refused' in event) {
        follower.onConnection({ is: 'refused', reason: event.refused });
      } else {
        follower.onConnection({ is: 'live' });
        follower.onUpdate(event.update);
      }
    }
  }
}
