/** The entry of a shared worker: it holds the stream of all tabs that this browser has of the page. */

import type { RunUpdate } from '../../runs/run-update.js';
import { type Connection, StreamHub } from './stream-hub.js';

/** What a tab says: follow a run, under a number of its own, or follow it no longer. */
export type ToStream = { readonly follow: string; readonly number: number } | { readonly leave: number };

/** What a tab is told of the run with a number of its. */
export type FromStream = { readonly number: number } & (
  | { readonly update: RunUpdate }
  | { readonly connection: Connection }
);

const hub = new StreamHub();

addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return;
  for (const port of event.ports) serve(port);
});

/** Serves a tab. It leaves its runs when it is closed; one that crashes is followed for as long as the browser runs. */
function serve(port: MessagePort): void {
  const following = new Map<number, () => void>();
  const tell = (message: FromStream) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ToStream>) => {
    if ('leave' in data) {
      following.get(data.leave)?.();
      following.delete(data.leave);
      return;
    }
    const { follow, number } = data;
    const end = hub.follow(follow, {
      onUpdate: (update) => tell({ number, update }),
      onConnection: (connection) => tell({ number, connection }),
    });
    following.set(number, end);
  };
}
