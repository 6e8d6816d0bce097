import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { plural } from '../../text/numbers.js';
import { type Place, QueryReader, useAddress, type ViewProps } from '../address.js';
import { Choice, Note, Problem, range } from '../parts/controls.js';
import { type Follower, followHere, followThere } from '../runs/follow-run.js';
import { RunPanel, SteerButtons } from '../runs/run-panel.js';
import { useRun } from '../runs/run-picture.js';
import { askCell, askServer, startCount, steerCount } from '../server.js';
import { BrowserCount, hasSimd, LARGEST_IN_BROWSER } from './browser-count.js';

/** A count that this view has started, or that it found on the server. */
type Started = { readonly here: BrowserCount } | { readonly there: string };

/** Counts all solutions, in this browser or on the server. */
export function CountView(props: ViewProps) {
  const { isServed, place } = props;
  const cores = navigator.hardwareConcurrency;
  const canCountHere = hasSimd();
  const [asked, setAsked] = useState(place);
  const [{ n, isHere, notes }, setForm] = useState(() => formAt(place, isServed, canCountHere));
  if (asked !== place) {
    setAsked(place);
    setForm(formAt(place, isServed, canCountHere));
  }
  const [threads, setThreads] = useState(cores);
  const [largestThere, setLargestThere] = useState<number>();
  const [started, setStarted] = useState<Started>();
  const isFound = useRef(false);
  const counting = useRef<BrowserCount>(null);
  const [problem, setProblem] = useState<string>();
  const largest = isHere ? LARGEST_IN_BROWSER : (largestThere ?? Math.max(n, LARGEST_IN_BROWSER));
  const fill = useCallback((field: Partial<Form>) => {
    isFound.current = false; // what the reader chose is not replaced by what the server counts
    setForm((form) => ({ ...form, ...field, notes: [] }));
  }, []);
  const setN = useCallback((size: number) => fill({ n: size }), [fill]);
  const setHere = useCallback((here: boolean) => fill({ isHere: here }), [fill]);
  const where = isHere ? 'browser' : 'server';
  useAddress({ view: 'count', path: [], query: { n: String(n), where } }, where, props);

  useEffect(() => {
    if (!isServed) return;
    askServer().then(({ largest, count }) => {
      setLargestThere(largest);
      if (count === undefined) return;
      setStarted((already) => {
        isFound.current = !already;
        return already ?? { there: count }; // the page may have been reloaded
      });
    }, complain);
  }, [isServed]);
  useEffect(() => {
    if (n > largest) setForm((form) => ({ ...form, n: largest }));
  }, [n, largest]);

  const follow = useCallback(
    (follower: Follower) => {
      if (!started) return () => {};
      return 'here' in started ? followHere(started.here.run, follower) : followThere('count', started.there, follower);
    },
    [started],
  );
  const look = useCallback(
    async (cell: number) => {
      if (!started) return undefined;
      return 'here' in started ? started.here.run.cell(cell) : askCell('count', started.there, cell);
    },
    [started],
  );
  const { picture, connection } = useRun(started && follow);
  // A server that does not answer may be counting or not: it will say so.
  const isCounting = connection.is === 'live' && picture?.figures.state === 'counting';
  const isThere = started !== undefined && 'there' in started;
  const mustWait = isCounting && !(isThere && isHere); // while the server counts, this browser can count too
  // A count that was found on the server: the form names it, unless the address names another.
  const found = isThere && isFound.current && picture ? picture.header.n : undefined;
  useEffect(() => {
    if (found === undefined) return;
    isFound.current = false;
    if (Object.keys(place.query).length === 0) setForm({ n: found, isHere: false, notes: [] });
  }, [found, place]);

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
        {!canCountHere && (
          <Problem>
            This browser lacks the vector instructions of WebAssembly (SIMD), so it cannot count here. Every browser of
            2023 and later has them.
          </Problem>
        )}
        <div class="fields">
          <Choice name="Queens" value={n} values={range(1, largest)} onChoose={setN} disabled={mustWait} />
          {isServed && (
            <fieldset class="choice">
              <legend>Where</legend>
              <label>
                <input
                  type="radio"
                  name="where"
                  checked={isHere}
                  disabled={!canCountHere}
                  onChange={() => setHere(true)}
                />
                this browser
              </label>
              <label>
                <input type="radio" name="where" checked={!isHere} onChange={() => setHere(false)} /> the server
              </label>
            </fieldset>
          )}
          {isHere && <Choice name="Workers" value={threads} values={range(1, cores)} onChoose={setThreads} />}
          <button type="button" class="main" onClick={start} disabled={mustWait || (isHere && !canCountHere)}>
            Count
          </button>
        </div>
        <Problem>{problem}</Problem>
      </section>
      {connection.is === 'refused' && <Problem>{connection.reason}</Problem>}
      {picture && connection.is !== 'refused' && (
        <RunPanel
          title={`${plural(picture.header.n, 'queen')}, ${picture.header.algorithm}${isThere ? ', on the server' : ''}`}
          picture={picture}
          connection={connection}
          look={look}
        >
          <SteerButtons state={picture.figures.state} onSteer={steer} />
        </RunPanel>
      )}
    </div>
  );
}

/** The largest n that an address may name for the server, which says itself what it counts. */
const LARGEST_IN_ADDRESS = 32;

/** What the form shows. */
interface Form {
  readonly n: number;
  readonly isHere: boolean;
  readonly notes: readonly string[];
}

/** What an address asks to count, and where. */
function formAt(place: Place, isServed: boolean, canCountHere: boolean): Form {
  const reader = new QueryReader(place, ['n', 'where']);
  const possible = [...(canCountHere || !isServed ? ['browser'] : []), ...(isServed ? ['server'] : [])];
  const isHere = reader.oneOf('where', possible, possible[0] ?? 'browser') === 'browser';
  const n = reader.whole('n', 1, isHere ? LARGEST_IN_BROWSER : LARGEST_IN_ADDRESS, 12);
  return { n, isHere, notes: reader.notes };
}
