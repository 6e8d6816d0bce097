import { onceInFirstWorker } from './first-worker.mjs';

onceInFirstWorker(() => {
  const hoard = [];
  for (;;) hoard.push(new Array(100_000).fill(hoard.length));
});
