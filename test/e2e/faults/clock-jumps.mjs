// Sets the clock of the main thread ten minutes ahead after two seconds.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { now } = Date;
  setTimeout(() => {
    Date.now = () => now() + 600_000;
  }, 2000).unref();
}
