import { onceInFirstWorker } from './first-worker.mjs';

onceInFirstWorker(() => process.exit(9));
