import { onceInFirstWorker } from './first-worker.mjs';

onceInFirstWorker(() => {
  throw new Error('thrown on purpose');
});
