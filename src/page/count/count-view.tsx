import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { LARGEST_ON_PAGE } from '../../runs/run-update.js';
import { QueryReader, type Route, useAddress, useRouted, type ViewProps } from '../address.js';
import { Choice, Note, Problem, range } from '../parts/controls.js';
import { runHere, runThere, useRun } from '../runs/follow-run.js';
import { titleOf } from '../runs/run-list.js';
import { RunPanel } from '../runs/run-panel.js';
import { listRuns, startCount, steerCount } from '../server.js';
import { BrowserCount } from './browser-count.js';

/** A count that this view has started, or that it found on the server. */
type Started = { readonly here: BrowserCount } | { readonly there: string };

/** Counts all solutions, in this browser or on the server. */
export function CountView(props: ViewProps) {
  const { isServed, isShown, route } = props;
  const cores = navigator.hardwareConcurrency;
  const [{ n, isHere, notes }, setForm] = useRouted(route, (to) => formAt(to, isServed));
  const [threads, setThreads] = useState(cores);
  const [started, setStarted] = useState<Started>();
  const counting = useRef<BrowserCount>(null);
  const [problem, setProblem] = useState<string>();
  const fill = (field: Partial<CountForm>) => setForm((form) => ({ ...form, ...field, notes: [] }));
  const where = isHere ? 'browser' : 'server';
  useAddress({ view: 'count', path: [], query: { n: String(n), where } }, where, props);

  // Shows the server's running count, else its last one: the page may have been reloaded.
  useEffect(() => {
    if (!isServed) return;
    listRuns().then(({ runs }) => {
      const counts = runs.filter(({ source }) => source === 'count');
      const latest = counts.find(({ state }) => state === 'counting') ?? counts[0];
      if (!latest) return;
      setStarted((already) => already ?? { there: latest.name });
      if (Object.keys(route.query).length === 0) fill({ n: latest.n, isHere: false });
    }, complain);
  }, [isServed]);

  const run = useMemo(
    () => started && ('here' in started ? runHere(started.here.run) : runThere('count', started.there)),
    [started],
  );
  const { picture, connection } = useRun(run, isShown);
  // Without a connection, Count stays enabled: a counting server refuses.
  const isCounting = connection.is === 'live' && picture?.figures.state === 'counting';
  const isThere = started !== undefined && 'there' in started;
  const mustWait = isCounting && !(isThere && isHere); // while the server counts, this browser can count too

  function complain(error: unknown): void {
    setProblem(error instanceof Error ? error.message : String(error));
  }
  async function start(): Promise<void> {
    setProblem(undefined);
    try {
      if (!isHere) return setStarted({ there: await startCount(n) });
      counting.current?.stop(); // it would go on unseen
      const count = new BrowserCount(n, threads);
      counting.current = count;
      setStarted({ here: count });
      await count.start();
    } catch (error) {
      complain(error);
    }
  }
  function steer(way: 'stop' | 'resume'): void {
    setProblem(undefined);
    if (!started) return;
    if ('there' in started) steerCount(started.there, way).catch(complain);
    else if (way === 'stop') started.here.stop();
    else started.here.start().catch(complain);
  }

  return (
    <div class="count">
      <Note>{notes.join(' ')}</Note>
      <section class="card" aria-label="What to count">
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
                <input type="radio" name="where" checked={isHere} onChange={() => fill({ isHere: true })} />
                this browser
              </label>
              <label>
                <input type="radio" name="where" checked={!isHere} onChange={() => fill({ isHere: false })} /> the
                server
              </label>
            </fieldset>
          )}
          {isHere && <Choice name="Workers" value={threads} values={range(1, cores)} onChoose={setThreads} />}
          <button type="button" class="main" onClick={start} disabled={mustWait}>
            Count
          </button>
        </div>
        {!started && (
          <p>
            On two cores, up to 18 queens take a second or two, 19 several seconds and 20 half a minute. Meanwhile a map
            shows the subproblems, and a chart the speed.
          </p>
        )}
        <Problem>{problem}</Problem>
      </section>
      {connection.is === 'refused' && <Problem>{connection.reason}</Problem>}
      {started && run && picture && connection.is !== 'refused' && (
        <RunPanel
          title={'there' in started ? titleOf({ source: 'count', name: started.there }) : 'in this browser'}
          picture={picture}
          connection={connection}
          onSteer={steer}
        />
      )}
    </div>
  );
}

/** Fields from the address, and notes on invalid ones. */
interface CountForm {
  readonly n: number;
  readonly isHere: boolean;
  readonly notes: readonly string[];
}

/** Reads the form from an address. */
function formAt(route: Route, isServed: boolean): CountForm {
  const reader = new QueryReader(route, ['n', 'where']);
  const isHere = reader.oneOf('where', isServed ? ['browser', 'server'] : ['browser'], 'browser') === 'browser';
  const n = reader.whole('n', 1, LARGEST_ON_PAGE, 12);
  return { n, isHere, notes: reader.notes };
}
