import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { reasonOf } from '../errors/system.js';
import type { RunUpdate } from '../runs/run-update.js';
import type { FollowedRun } from './run-source.js';

/** Milliseconds between two updates of a run at least: twenty a second. */
const BEAT = 50;

/** Milliseconds after which figures are sent even if nothing was finished: while it is counted, and otherwise. */
const COUNTING_BEAT = 1000;
const RESTING_BEAT = 15_000;

/** A run that a browser asks for. */
export interface AskedRun {
  /** `source/name`, as the browser wrote it: it names the run in every event. */
  readonly key: string;
  /** The version that the browser has, if any. */
  readonly since: string | undefined;
  /** Undefined if there is no such run; rejects if it cannot be followed. */
  readonly run: Promise<FollowedRun | undefined>;
}

/** How a stream ends. */
export interface StreamEnd {
  /** Ends it. */
  readonly stop: AbortSignal;
  /** Called when it has ended. */
  readonly leave: () => void;
}

/**
 * Sends the updates of runs as server-sent events, until the browser goes away or the server stops. One stream carries
 * all runs that a browser watches, in however many tabs: it opens few connections to one server.
 *
 * The events are `{"run": key, "update": ...}`, and `{"run": key, "refused": reason}` for a run that cannot be followed.
 * A browser that lost the stream names the last version of each run, and is sent what it missed. Nothing is kept for
 * slow readers: the next update is made when the last one is on its way.
 */
export function streamRuns(c: Context, asked: readonly AskedRun[], { stop, leave }: StreamEnd): Response {
  return streamSSE(c, async (stream) => {
    const senders: RunSender[] = [];
    for (const one of asked) openSender(one, stream, senders);
    try {
      await stream.writeln(': the stream is open\n'); // so that the browser knows before the first plan is made
      while (!stream.aborted && !stop.aborted) {
        for (const sender of senders) await sender.sendNews();
        await sleep(BEAT, undefined, { signal: stop }).catch(() => {});
      }
    } finally {
      leave();
      for (const { run } of asked) run.then((followed) => followed?.release()).catch(() => {});
    }
  });
}

/** Adds the sender of a run when it can be followed, or tells why it cannot. */
function openSender({ key, since, run }: AskedRun, stream: SSEStreamingApi, senders: RunSender[]): void {
  const refuse = (reason: string) => {
    stream.writeSSE({ data: JSON.stringify({ run: key, refused: reason }) }).catch(() => {}); // it is gone
  };
  run.then(
    (followed) => {
      if (followed) senders.push(new RunSender(stream, key, followed, since));
      else refuse('there is no such run any more');
    },
    (error: unknown) => refuse(reasonOf(error)),
  );
}

/** Sends what is new of one run. */
class RunSender {
  readonly #stream: SSEStreamingApi;
  readonly #key: string;
  readonly #run: FollowedRun;
  #version: string | undefined;
  #sent: { readonly at: number; readonly look: string } | undefined;

  constructor(stream: SSEStreamingApi, key: string, run: FollowedRun, since: string | undefined) {
    this.#stream = stream;
    this.#key = key;
    this.#run = run;
    this.#version = since;
  }

  async sendNews(): Promise<void> {
    const update = this.#run.update(this.#version);
    if (!this.#isNews(update)) return;
    await this.#stream.writeSSE({ data: JSON.stringify({ run: this.#key, update }) });
    this.#version = update.version;
    this.#sent = { at: performance.now(), look: lookOf(update) };
  }

  #isNews(update: RunUpdate): boolean {
    if (!this.#sent || update.version !== this.#version || lookOf(update) !== this.#sent.look) return true;
    const beat = update.figures.state === 'counting' ? COUNTING_BEAT : RESTING_BEAT;
    return performance.now() - this.#sent.at >= beat;
  }
}

/** What must not wait when it changes, and is no finished subproblem: the state, and what each worker is at. */
function lookOf({ figures, workers }: RunUpdate): string {
  const doing = workers.map(({ name, subproblem, note }) => [name, subproblem, note]);
  return JSON.stringify([figures.state, figures.problem, figures.conflicts, doing]);
}
