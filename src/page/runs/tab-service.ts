/** How a shared worker serves a tab: the tab says which runs it follows, and the worker tells it of those. */
import type { RunUpdate } from '../../runs/run-update.js';
import type { Connection, StreamHub } from './stream-hub.js';

/** What a tab says: follow a run, under a number of its own; follow it no longer; or that it is there. */
export type ToStream =
  | { readonly follow: string; readonly number: number }
  | { readonly leave: number }
  | { readonly isHere: true };

/** What a tab is told of the run with a number of its; or it is asked whether it is there. */
export type FromStream =
  | ({ readonly number: number } & ({ readonly update: RunUpdate } | { readonly connection: Connection }))
  | { readonly areYouThere: true };

/** Milliseconds between two questions whether a tab is there, and how many may go unanswered. */
const ASK_EVERY = 30_000;
const MOST_UNANSWERED = 4;

/** A tab, as a worker has it: one end of its message port. */
export type TabPort = Pick<MessagePort, 'postMessage' | 'onmessage'>;

/**
 * Serves a tab until it leaves. A tab that crashed leaves without a word, so each is asked now and then, by messages
 * and not by its timers, which browsers slow down in hidden tabs. One that does not answer is no longer told of its runs,
 * so that the server need not send them; a tab that was only frozen answers when it thaws, and is told of them again.
 */
export function serveTab(port: TabPort, hub: Pick<StreamHub, 'follow'>): void {
  /** By the tab's number for it, a run, and what ends its following while the tab is there. */
  const runs = new Map<number, { readonly run: string; end: (() => void) | undefined }>();
  let unanswered = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const tell = (message: FromStream) => port.postMessage(message);
  function follow(run: string, number: number): () => void {
    return hub.follow(run, {
      onUpdate: (update) => tell({ number, update }),
      onConnection: (connection) => tell({ number, connection }),
    });
  }
  function rest(): void {
    clearInterval(timer);
    timer = undefined;
  }
  function ask(): void {
    if (unanswered++ < MOST_UNANSWERED) {
      tell({ areYouThere: true });
      return;
    }
    rest();
    for (const one of runs.values()) {
      one.end?.();
      one.end = undefined;
    }
  }

  port.onmessage = ({ data }: MessageEvent<ToStream>) => {
    unanswered = 0;
    if ('leave' in data) {
      runs.get(data.leave)?.end?.();
      runs.delete(data.leave);
    } else if ('follow' in data) {
      runs.set(data.number, { run: data.follow, end: undefined });
    }
    for (const [number, one] of runs) one.end ??= follow(one.run, number);
    if (runs.size === 0) rest();
    else timer ??= setInterval(ask, ASK_EVERY);
  };
}
