import { useEffect, useMemo, useState } from 'preact/hooks';
import { LARGEST_ON_PAGE } from '../../runs/run-update.js';
import { formatSeconds } from '../../text/durations.js';
import { formatCount } from '../../text/numbers.js';
import { type QueryReader, useAddress, useRouted, type ViewProps } from '../address.js';
import { Button, Choice, Note, range } from '../parts/controls.js';
import { FiguresTable } from '../parts/figures-table.js';
import { useRun } from '../runs/follow-run.js';
import { RunPanel } from '../runs/run-panel.js';
import { BrowserCount } from './browser-count.js';

/** The largest board that is counted as soon as the view opens. It takes a fraction of a second. */
const LARGEST_AT_ONCE = 16;

/** The view that counts all solutions in this browser. */
export function CountView(props: ViewProps) {
  const { isShown, route } = props;
  const cores = navigator.hardwareConcurrency;
  const [{ n }, change, note] = useRouted(route, formAt);
  const [threads, setThreads] = useState(cores);
  const [count, setCount] = useState<BrowserCount>();
  /** The latest finished count of each board. */
  const [finished, setFinished] = useState<readonly BrowserCount[]>([]);
  useAddress({ view: 'count', path: [], query: { n: String(n) } }, props);

  const run = useMemo(() => {
    return count && { interval: 200, update: async () => count.run.update() };
  }, [count]);
  const followed = useRun(run, isShown);
  const state = count?.run.state;

  /** Starts a count, or resumes a stopped one. */
  async function start(next: BrowserCount): Promise<void> {
    if (state === 'counting') return; // pressed twice
    setCount(next);
    await next.start();
    if (next.run.state !== 'finished') return;
    setFinished((others) => {
      const all = [...others.filter(({ run }) => run.share.n !== next.run.share.n), next];
      return all.sort((a, b) => a.run.share.n - b.run.share.n);
    });
  }
  useEffect(() => {
    if (n <= LARGEST_AT_ONCE) start(new BrowserCount(n, threads));
  }, []);

  return (
    <div class="count">
      <Note>{note}</Note>
      <section class="card" aria-label="New count">
        <div class="row fields">
          <Choice name="Queens" value={n} values={range(1, LARGEST_ON_PAGE)} onChoose={(n) => change({ n })} />
          <Choice name="Threads" value={threads} values={range(1, cores)} onChoose={setThreads} />
          <Button isMain isOff={state === 'counting'} onPress={() => start(new BrowserCount(n, threads))}>
            Count
          </Button>
        </div>
        {finished.length > 0 && (
          <FiguresTable
            caption="Counted in this browser"
            head={['queens', 'solutions', 'time', 'threads']}
            rows={finished.map(({ run, threads }) => {
              const { figures } = run.update();
              return [figures.n, formatCount(BigInt(figures.count ?? 0)), formatSeconds(figures.seconds), threads];
            })}
          />
        )}
        <p class="hint">From 16 queens on, each further queen takes five to eight times as long.</p>
      </section>
      {count && (
        <RunPanel
          title={`in this browser, on ${count.threads} threads`}
          followed={followed}
          controls={
            <>
              {state === 'counting' && <Button onPress={() => count.stop()}>Stop</Button>}
              {(state === 'stopped' || state === 'failed') && <Button onPress={() => start(count)}>Resume</Button>}
            </>
          }
        />
      )}
    </div>
  );
}

/** Reads the form from an address. */
function formAt(reader: QueryReader): { readonly n: number } {
  return { n: reader.whole('n', 1, LARGEST_ON_PAGE, LARGEST_AT_ONCE) };
}
