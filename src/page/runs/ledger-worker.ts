import type { KernelReply } from '../../core/executors/executor.js';
import { fetchKernel } from '../count/fetch-kernel.js';
import { resolveBuiltFile } from '../parts/built-file.js';
import type { LedgerReply, WorkerRequest } from '../web-worker.js';
import type { FollowableRun, RunStatus } from './follow-run.js';
import type { LedgerSource } from './ledger-follower.js';
import type { DrawnSubproblem } from './recounter.js';

/** A web worker that reads a ledger and recounts subproblems of it, because both take seconds. */
export class LedgerWorker implements FollowableRun {
  readonly interval: number | undefined;
  readonly #source: LedgerSource;
  readonly #worker = new Worker(resolveBuiltFile('worker'), { type: 'module' });

  /** @param interval milliseconds between two looks; undefined for a ledger that does not change. */
  constructor(source: LedgerSource, interval: number | undefined) {
    this.#source = source;
    this.interval = interval;
  }

  look(): Promise<RunStatus> {
    return new Promise((resolve) => {
      this.#ask({ ledger: this.#source }, (answer) => 'followed' in answer && resolve(answer.followed), resolve);
    });
  }

  /**
   * Recounts a subproblem of the ledger, drawn at random. The ledger must have been read.
   *
   * @param onDraw called before the count.
   * @returns the drawn subproblem with its new count; undefined if all have been drawn.
   * @throws Error if it cannot be counted here.
   */
  async recount(
    onDraw: (drawn: DrawnSubproblem) => void,
  ): Promise<(DrawnSubproblem & { readonly answer: KernelReply }) | undefined> {
    const modules = await fetchKernel('meet');
    return new Promise((resolve, reject) => {
      const onAnswer = (answer: LedgerReply) => {
        if ('drawn' in answer) answer.drawn ? onDraw(answer.drawn) : resolve(undefined);
        else if ('recount' in answer) resolve(answer.recount);
        else if ('problem' in answer) reject(new Error(answer.problem));
      };
      this.#ask({ recount: modules }, onAnswer, ({ problem }) => reject(new Error(problem)));
    });
  }

  /** Ends the worker, and with it a running recount. */
  end(): void {
    this.#worker.terminate();
  }

  #ask(
    request: WorkerRequest,
    onAnswer: (answer: LedgerReply) => void,
    onProblem: (followed: RunStatus) => void,
  ): void {
    this.#worker.onmessage = ({ data }: MessageEvent<LedgerReply>) => onAnswer(data);
    this.#worker.onerror = ({ message }) =>
      onProblem({ problem: message ?? 'The ledger reader cannot be loaded. Reload the page.' });
    this.#worker.postMessage(request);
  }
}
