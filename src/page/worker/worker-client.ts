// src/page/worker counts in web workers: it calls the workers, fetches kernels for them, and checks that the browser
// can run the kernels.
import { resolveBuiltFile } from '../parts/built-file.js';

/** A function of a web worker. It takes an input and, if it reports progress, a function that receives the reports. */
type WorkerFunction = (input: never, report: (report: unknown) => void) => unknown;

/** The functions that a part of the page calls in its web workers. web-worker.ts lists all of them. */
type WorkerFunctions<Functions> = Readonly<Record<keyof Functions, WorkerFunction>>;

type Input<Function extends WorkerFunction> = Parameters<Function>[0];
type Report<Function extends WorkerFunction> = Parameters<NonNullable<Parameters<Function>[1]>>[0];
type Result<Function extends WorkerFunction> = Awaited<ReturnType<Function>>;

/** A call to a function. The worker sends its replies to the port that comes with the call. */
export interface Call<Functions extends WorkerFunctions<Functions>, Name extends keyof Functions = keyof Functions> {
  readonly name: Name;
  readonly input: Input<Functions[Name]>;
}

/** A reply to a call: any number of reports, then the result or an error message. */
export type Reply<Part, End> = { readonly report: Part } | { readonly result: End } | { readonly error: string };

/** Number of web workers that can run at once: the processor's threads, or 1 in a browser that does not report them. */
export const CORES = navigator.hardwareConcurrency || 1;

export class WorkerClient<Functions extends WorkerFunctions<Functions>> {
  readonly #worker = new Worker(resolveBuiltFile('worker'), { type: 'module' });

  /**
   * Calls a function of the worker.
   *
   * @returns its result. The promise never settles if the worker is ended.
   * @throws Error with the worker's message.
   */
  call<Name extends keyof Functions>(
    name: Name,
    input: Input<Functions[Name]>,
    onReport: (report: Report<Functions[Name]>) => void = () => {},
  ): Promise<Result<Functions[Name]>> {
    return new Promise((resolve, reject) => {
      const { port1: port, port2: workerPort } = new MessageChannel();
      const end = new AbortController();
      port.onmessage = ({ data }: MessageEvent<Reply<Report<Functions[Name]>, Result<Functions[Name]>>>) => {
        if ('report' in data) return onReport(data.report);
        end.abort();
        port.close();
        if ('error' in data) reject(new Error(data.error));
        else resolve(data.result);
      };
      // Without a message, the worker's file could not be loaded; with one, the browser has ended the worker.
      const onError = ({ message = 'could not load the web worker' }: ErrorEvent) => reject(new Error(message));
      this.#worker.addEventListener('error', onError, { signal: end.signal });
      this.#worker.postMessage({ name, input } satisfies Call<Functions>, [workerPort]);
    });
  }

  /** Ends the worker and all its calls. */
  end(): void {
    this.#worker.terminate();
  }
}
