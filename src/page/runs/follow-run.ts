import type { WatchedRun } from '../../runs/watched-run.js';
import { type Connection, type Follower, StreamHub } from './stream-hub.js';
import type { FromStream, ToStream } from './tab-service.js';

export type { Connection, Follower };

/** Milliseconds between two updates of a run in this browser. */
const BEAT = 100;

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
 * Follows a run of the server, through lost connections and restarts, on a stream that all tabs share. A tab that the
 * browser puts aside, to come back to it, leaves the stream meanwhile.
 *
 * @returns what ends that.
 */
export function followThere(source: string, name: string, follower: Follower): () => void {
  stream ??= typeof SharedWorker === 'function' ? sharedStream() : ownStream();
  const { follow } = stream;
  const run = `${source}/${name}`;
  let end: (() => void) | undefined = follow(run, follower);
  function leave(): void {
    end?.();
    end = undefined;
  }
  function comeBack({ persisted }: PageTransitionEvent): void {
    if (persisted) end ??= follow(run, follower);
  }
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
    leave();
  };
}

/** What tells this tab of runs of the server. */
interface Stream {
  follow(run: string, follower: Follower): () => void;
}

let stream: Stream | undefined;

/** The stream of all tabs of this browser, in a shared worker. */
function sharedStream(): Stream {
  const followers = new Map<number, Follower>();
  let latest = 0;
  // The bundle puts it beside the page.
  const { port } = new SharedWorker(new URL('stream.js', document.baseURI), { type: 'module', name: 'stream' });
  const say = (message: ToStream) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<FromStream>) => {
    if ('areYouThere' in data) return say({ isHere: true });
    const follower = followers.get(data.number);
    if ('update' in data) follower?.onUpdate(data.update);
    else follower?.onConnection(data.connection);
  };
  return {
    follow(run, follower) {
      const number = ++latest;
      followers.set(number, follower);
      say({ follow: run, number });
      return () => {
        followers.delete(number);
        say({ leave: number });
      };
    },
  };
}

/** A stream of this tab alone, where the browser has no shared workers (Chrome on Android): it pauses while hidden. */
function ownStream(): Stream {
  const hub = new StreamHub();
  return {
    follow(run, follower) {
      let end: (() => void) | undefined;
      function showOrHide(): void {
        if (document.hidden) {
          end?.();
          end = undefined;
        } else {
          end ??= hub.follow(run, follower);
        }
      }
      showOrHide();
      document.addEventListener('visibilitychange', showOrHide);
      return () => {
        document.removeEventListener('visibilitychange', showOrHide);
        end?.();
      };
    },
  };
}
