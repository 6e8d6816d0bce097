import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { LARGEST_ON_PAGE } from '../../runs/run-update.js';
import { QueryReader, type Route, useAddress, useRouted, type ViewProps } from '../address.js';
import { Choice, Note, Problem, range } from '../parts/controls.js';
import { browserRun, serverRun, useRun } from '../runs/follow-run.js';
import { titleOf } from '../runs/run-list.js';
import { RunPanel } from '../runs/run-panel.js';
import { controlCount, listRuns, startCount } from '../server.js';
import { BrowserCount } from './browser-count.js';

/** A count that this view started, or that it found on the server. */
type Started = { readonly inBrowser: BrowserCount } | { readonly onServer: string };

/** The view that counts all solutions, in this browser or on the server. */
export function CountView(props: ViewProps) {
  const { isServed, isShown, route } = props;
  const cores = navigator.hardwareConcurrency;
  const [{ n, isInBrowser, notes }, setForm] = useRouted(route, (to) => formAt(to, isServed));
  const [threads, setThreads] = useState(cores);
  const [started, setStarted] = useState<Started>();
  const counting = useRef<BrowserCount>(null);
  const [problem, setProblem] = useState<string>();
  const fill = (field: Partial<CountForm>) => setForm((form) => ({ ...form, ...field, notes: [] }));
  const where = isInBrowser ? 'browser' : 'server';
  useAddress({ view: 'count', path: [], query: { n: String(n), where } }, where, props);

  // The page may have been reloaded, so the view shows the server's running count, or else its last count.
  useEffect(() => {
    if (!isServed) return;
    listRuns().then(({ runs }) => {
      const counts = runs.filter(({ source }) => source === 'count');
      const latest = counts.find(({ state }) => state === 'counting') ?? counts[0];
      if (!latest) return;
      setStarted((already) => already ?? { onServer: latest.name });
      if (Object.keys(route.query).length === 0) fill({ n: latest.n, isInBrowser: false });
    }, showError);
  }, [isServed]);

  const run = useMemo(
    () =>
      started && ('inBrowser' in started ? browserRun(started.inBrowser.run) : serverRun('count', started.onServer)),
    [started],
  );
  const { picture, connection } = useRun(run, isShown);
  // The Count button is enabled while the connection is lost. A server that is still counting refuses the request.
  const isCounting = connection.state === 'live' && picture?.figures.state === 'counting';
  const isOnServer = started !== undefined && 'onServer' in started;
  const mustWait = isCounting && !(isOnServer && isInBrowser); // while the server counts, this browser can count too

  function showError(error: unknown): void {
    setProblem(error instanceof Error ? error.message : String(error));
  }
  async function start(): Promise<void> {
    setProblem(undefined);
    try {
      if (!isInBrowser) return setStarted({ onServer: await startCount(n) });
      counting.current?.stop(); // otherwise it would continue in the background
      const count = new BrowserCount(n, threads);
      counting.current = count;
      setStarted({ inBrowser: count });
      await count.start();
    } catch (error) {
      showError(error);
    }
  }
  function control(action: 'stop' | 'resume'): void {
    setProblem(undefined);
    if (!started) return;
    if ('onServer' in started) controlCount(started.onServer, action).catch(showError);
    else if (action === 'stop') started.inBrowser.stop();
    else started.inBrowser.start().catch(showError);
  }

  return (
    <div class="count">
      <Note>{notes.join(' ')}</Note>
      <section class="card" aria-label="New count">
        <div class="fields">
          <Choice
            name="Queens"
            value={n}
            values={range(1, LARGEST_ON_PAGE)}
            onChoose={(n) => fill({ n })}
            disabled={mustWait}
          />
          {isServed && (
            <fieldset class="choice">
              <legend>Where</legend>
              <label>
                <input type="radio" name="where" checked={isInBrowser} onChange={() => fill({ isInBrowser: true })} />
                this browser
              </label>
              <label>
                <input type="radio" name="where" checked={!isInBrowser} onChange={() => fill({ isInBrowser: false })} />{' '}
                the server
              </label>
            </fieldset>
          )}
          {isInBrowser && <Choice name="Workers" value={threads} values={range(1, cores)} onChoose={setThreads} />}
          <button type="button" class="main" onClick={start} disabled={mustWait}>
            Count
          </button>
        </div>
        {!started && (
          <p>
            On two cores, up to 18 queens take a second or two, 19 take several seconds, and 20 take almost a minute. A
            map shows the subproblems, and a chart shows the rate.
          </p>
        )}
        <Problem>{problem}</Problem>
      </section>
      {connection.state === 'refused' && <Problem>{connection.reason}</Problem>}
      {started && run && picture && connection.state !== 'refused' && (
        <RunPanel
          title={'onServer' in started ? titleOf({ source: 'count', name: started.onServer }) : 'in this browser'}
          picture={picture}
          connection={connection}
          onControl={control}
        />
      )}
    </div>
  );
}

/** Fields of the form, and notes on invalid values in the address. */
interface CountForm {
  readonly n: number;
  readonly isInBrowser: boolean;
  readonly notes: readonly string[];
}

/** Reads the form from an address. */
function formAt(route: Route, isServed: boolean): CountForm {
  const reader = new QueryReader(route, ['n', 'where']);
  const isInBrowser = reader.oneOf('where', isServed ? ['browser', 'server'] : ['browser'], 'browser') === 'browser';
  const n = reader.whole('n', 1, LARGEST_ON_PAGE, 12);
  return { n, isInBrowser, notes: reader.notes };
}
