import type { RunUpdate } from '../../runs/run-update.js';
import type { WatchedRun } from '../../runs/watched-run.js';

/** How the page stands with whoever tells it of a run. */
export type Connection = { readonly is: 'live' | 'lost' } | { readonly is: 'refused'; readonly reason: string };

/** Whom to tell of a run. */
export interface Follower {
  onUpdate(update: RunUpdate): void;
  onConnection(connection: Connection): void;
}

/** Milliseconds between two updates of a run in this browser. */
const BEAT = 100;

/** Milliseconds after which a stream that the browser has given up is opened again. */
const RETRY = 2000;

/** Follows a run in this browser. @returns what ends that. */
export function followHere(run: WatchedRun, { onUpdate }: Follower): () => void {
  let version: string | undefined;
  function look(): void {
    const update = run.update(version);
    version = update.version;
    onUpdate(update);
  }
  look();
  const timer = setInterval(look, BEAT);
  return () => clearInterval(timer);
}

/**
 * Follows a run of the server, through lost connections and restarts: the browser opens the stream again, and the
 * server goes on from the last update, or from the beginning if it is another server by then.
 *
 * @returns what ends that.
 */
export function followThere(source: string, name: string, { onUpdate, onConnection }: Follower): () => void {
  const address = `api/runs/${encodeURIComponent(source)}/${encodeURIComponent(name)}/updates`;
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let version = '';

  function open(): void {
    stream = new EventSource(version === '' ? address : `${address}?since=${encodeURIComponent(version)}`);
    stream.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      version = lastEventId;
      onConnection({ is: 'live' });
      onUpdate(JSON.parse(data));
    };
    stream.addEventListener('refused', ({ data }: MessageEvent<string>) => {
      stream.close();
      onConnection({ is: 'refused', reason: data });
    });
    stream.onerror = () => {
      onConnection({ is: 'lost' });
      if (stream.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY);
    };
  }
  open();
  return () => {
    stream.close();
    clearTimeout(timer);
  };
}
