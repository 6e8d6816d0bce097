import type { Answer } from '../../../workers/kernels.js';
import { fetchKernel } from '../count/fetch-kernel.js';
import { builtFile } from '../parts/built-file.js';
import type { FromLedger, ToWorker } from '../worker.js';
import type { FollowableRun, Followed } from './follow-run.js';
import type { LedgerSource } from './ledger-follower.js';
import type { Drawn } from './recounter.js';

/** A web worker that reads a ledger and recounts subproblems of it, because both take seconds. */
export class LedgerWorker implements FollowableRun {
  readonly interval: number | undefined;
  readonly #source: LedgerSource;
  readonly #worker = new Worker(builtFile('worker'), { type: 'module' });

  /** @param interval milliseconds between two looks; undefined for a ledger that does not change. */
  constructor(source: LedgerSource, interval: number | undefined) {
    this.#source = source;
    this.interval = interval;
  }

  look(): Promise<Followed> {
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
  async recount(onDraw: (drawn: Drawn) => void): Promise<(Drawn & { readonly answer: Answer }) | undefined> {
    const modules = await fetchKernel('meet');
    return new Promise((resolve, reject) => {
      const onAnswer = (answer: FromLedger) => {
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

  #ask(request: ToWorker, onAnswer: (answer: FromLedger) => void, onProblem: (followed: Followed) => void): void {
    this.#worker.onmessage = ({ data }: MessageEvent<FromLedger>) => onAnswer(data);
    this.#worker.onerror = ({ message }) =>
      onProblem({ problem: message ?? 'The reader of ledgers cannot be loaded. Load the page again.' });
    this.#worker.postMessage(request);
  }
}
