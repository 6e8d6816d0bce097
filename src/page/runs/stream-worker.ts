/** The entry of a shared worker: it holds the stream of all tabs that this browser has of the page. */
import { StreamHub } from './stream-hub.js';
import { serveTab } from './tab-service.js';

const hub = new StreamHub();

addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return;
  for (const port of event.ports) serveTab(port, hub);
});
