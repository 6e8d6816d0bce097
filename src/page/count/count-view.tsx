import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { LARGEST_ON_PAGE } from '../../runs/run-update.js';
import { formatSeconds } from '../../text/durations.js';
import { plural } from '../../text/numbers.js';
import { type QueryReader, useRouted, type ViewProps } from '../address.js';
import { Button, Choice, Note, range } from '../parts/controls.js';
import { useRun } from '../runs/follow-run.js';
import { RunPanel } from '../runs/run-panel.js';
import { BrowserCount } from './browser-count.js';

/** The largest board that is counted as soon as the view opens. It takes a fraction of a second. */
const LARGEST_AT_ONCE = 16;

/** The view that counts all solutions in this browser. */
export function CountView(props: ViewProps) {
  const { isShown } = props;
  const cores = navigator.hardwareConcurrency;
  const { state: form, change, note } = useRouted(readForm, props);
  const { n } = form;
  const [threads, setThreads] = useState(cores);
  const [count, setCount] = useState<BrowserCount>();
  /** The latest finished count of each board. */
  const [finished, setFinished] = useState<Readonly<Record<number, BrowserCount>>>({});

  const run = useMemo(() => {
    return count && { interval: 200, look: async () => ({ update: count.run.update() }) };
  }, [count]);
  const followed = useRun(run, isShown);
  const state = count?.run.state;
  const before = Object.values(finished).filter((one) => one !== count);
  useLeaveQuestion(state === 'counting');

  /** Starts a count, or resumes a stopped one. */
  async function start(next: BrowserCount): Promise<void> {
    if (state === 'counting') return; // pressed twice
    setCount(next);
    await next.start();
    if (next.run.state === 'finished') setFinished((others) => ({ ...others, [next.run.share.n]: next }));
  }
  useEffect(() => {
    if (n <= LARGEST_AT_ONCE) start(new BrowserCount(n, threads));
  }, []);

  return (
    <div class="count">
      <Note>{note}</Note>
      <div class="row">
        <h1>Count in this browser</h1>
        <Choice name="Queens" value={n} values={range(1, LARGEST_ON_PAGE)} onChoose={(n) => change({ n })} />
        <Choice name="Threads" value={threads} values={range(1, cores)} onChoose={setThreads} />
        <Button isMain isOff={state === 'counting'} onPress={() => start(new BrowserCount(n, threads))}>
          Count
        </Button>
      </div>
      {count && (
        <RunPanel
          title={`on ${plural(count.threads, 'thread')}`}
          followed={followed}
          controls={
            <>
              {state === 'counting' && <Button onPress={() => count.stop()}>Stop</Button>}
              {(state === 'stopped' || state === 'failed') && <Button onPress={() => start(count)}>Resume</Button>}
            </>
          }
        />
      )}
      {before.length > 0 && <h2>Counted before</h2>}
      <ul>
        {before.map(({ run, threads }) => {
          const { n, count = '0', seconds } = run.update().figures;
          return (
            <li key={n}>
              {plural(n, 'queen')}: {plural(BigInt(count), 'solution')} in {formatSeconds(seconds)} on{' '}
              {plural(threads, 'thread')}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Asks the user before the page is left or loaded again, because a running count would be lost. */
function useLeaveQuestion(isCounting: boolean): void {
  // A layout effect, so that a count that has ended asks nothing more.
  useLayoutEffect(() => {
    if (!isCounting) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isCounting]);
}

function readForm(reader: QueryReader): { readonly n: number } {
  return { n: reader.whole('n', 1, LARGEST_ON_PAGE, LARGEST_AT_ONCE) };
}
