import { OutOfMemoryError } from '../core/errors/errors.js';
import { resolveBuiltFile } from './parts/built-file.js';
import type { Call, Reply, WorkerFunctions } from './web-worker.js';

/** What a function of a web worker reports before its end. */
type Report<Name extends keyof WorkerFunctions> = Parameters<NonNullable<Parameters<WorkerFunctions[Name]>[1]>>[0];

type Result<Name extends keyof WorkerFunctions> = Awaited<ReturnType<WorkerFunctions[Name]>>;

/** Advice for users of a browser. The kernel's own message has advice for a command line. */
const TOO_LITTLE_MEMORY = 'this browser has too little memory: choose fewer threads, or close other tabs and programs';

/** Number of web workers that run at once: the processor's threads, or 1 in a browser that does not say. */
export const CORES = navigator.hardwareConcurrency || 1;

export class WorkerClient {
  readonly #worker = new Worker(resolveBuiltFile('worker'), { type: 'module' });

  /**
   * Calls a function of the worker.
   *
   * @returns its result. The promise never settles if the worker is ended.
   * @throws OutOfMemoryError, or an Error with the worker's message.
   */
  call<Name extends keyof WorkerFunctions>(
    name: Name,
    input: Call<Name>['input'],
    onReport: (report: Report<Name>) => void = () => {},
  ): Promise<Result<Name>> {
    return new Promise((resolve, reject) => {
      const { port1: port, port2: workerPort } = new MessageChannel();
      const end = new AbortController();
      function fail(message: string): void {
        reject(/memory/i.test(message) ? new OutOfMemoryError(TOO_LITTLE_MEMORY) : new Error(message));
      }
      port.onmessage = ({ data }: MessageEvent<Reply<Report<Name>, Result<Name>>>) => {
        if ('report' in data) return onReport(data.report);
        end.abort();
        port.close();
        if ('error' in data) fail(data.error);
        else resolve(data.result);
      };
      // The worker's file could not be loaded, or the browser has ended the worker. Only the second has a message.
      const onError = ({ message = 'could not load the web worker' }: ErrorEvent) => fail(message);
      this.#worker.addEventListener('error', onError, { signal: end.signal });
      this.#worker.postMessage({ name, input } satisfies Call, [workerPort]);
    });
  }

  /** Ends the worker, and with it all calls. */
  end(): void {
    this.#worker.terminate();
  }
}
