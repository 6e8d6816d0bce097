import { useCallback, useEffect, useState } from 'preact/hooks';
import type { RunSummary } from '../../runs/run-update.js';
import { formatCount, plural } from '../../text/numbers.js';
import { type Place, useAddress, type ViewProps } from '../address.js';
import { Note, Problem } from '../parts/controls.js';
import { askCell, listRuns, type RunList, steerCount } from '../server.js';
import { type Follower, followThere } from './follow-run.js';
import { RunPanel, SteerButtons } from './run-panel.js';
import { useRun } from './run-picture.js';

/** Milliseconds between two looks at the list. */
const LIST_EVERY = 3000;

/** What each source is called. */
const SOURCES: Readonly<Record<string, string>> = { count: 'on the server', file: 'file', cluster: 'cluster' };

/** The runs that the server knows of, one of them followed. */
export function RunsView(props: ViewProps) {
  const { isServed, isShown, place } = props;
  const [{ runs, notes, problems }, setList] = useState<Partial<RunList>>({});
  const [asked, setAsked] = useState(place);
  const [chosen, setChosen] = useState(() => runAt(place));
  if (asked !== place) {
    setAsked(place);
    setChosen(runAt(place));
  }
  const path = chosen ? [chosen.source, chosen.name] : [];
  useAddress({ view: 'runs', path, query: {} }, path.join('/'), props);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (!isServed || !isShown) return;
    function list(): void {
      listRuns().then(setList, ({ message }: Error) => {
        setList((last) => ({ ...last, problems: [`${message} Trying again.`] }));
      });
    }
    list();
    const timer = setInterval(list, LIST_EVERY);
    return () => clearInterval(timer);
  }, [isServed, isShown]);

  const follow = useCallback(
    (follower: Follower) => (chosen ? followThere(chosen.source, chosen.name, follower) : () => {}),
    [chosen],
  );
  const { picture, connection } = useRun(chosen && isShown ? follow : undefined);

  const look = useCallback(
    async (cell: number) => (chosen ? askCell(chosen.source, chosen.name, cell) : undefined),
    [chosen],
  );

  function steer(way: 'stop' | 'resume'): void {
    setProblem(undefined);
    if (chosen) steerCount(chosen.name, way).catch(({ message }: Error) => setProblem(message));
  }

  if (!isServed) {
    return (
      <section class="card" aria-label="Runs">
        <p>
          This page came from a place that has no runs to show. Served by the program itself, as{' '}
          <code>queens-par serve --data FOLDER</code>, it follows the checkpoint files of a folder.
        </p>
      </section>
    );
  }
  return (
    <div class="runs">
      <Note>
        {place.path.length > 0 && !runAt(place) ? 'The address of a run is #runs/<source>/<name>.' : undefined}
      </Note>
      <section class="card" aria-label="Runs to follow">
        {[...(problems ?? []), ...(problem ? [problem] : [])].map((text) => (
          <Problem key={text}>{text}</Problem>
        ))}
        {runs?.length === 0 && (
          <p>
            No runs yet. Counts of this server are listed here, with <code>queens-par serve --data FOLDER</code> the
            checkpoint files of a folder, and with <code>--database-file</code> or <code>--local</code> the runs of a
            cluster.
          </p>
        )}
        <ul class="run-list">
          {runs?.map((run) => (
            <li key={keyOf(run)}>
              <button
                type="button"
                aria-pressed={chosen && keyOf(chosen) === keyOf(run)}
                onClick={() => setChosen({ source: run.source, name: run.name })}
              >
                <strong>{titleOf(run)}</strong>
                <span class="facts">
                  {SOURCES[run.source] ?? run.source}, {plural(run.n, 'queen')}, {run.algorithm}
                  {run.part ? `, part ${run.part}` : ''}, {progressOf(run)}
                  {run.state ? `, ${run.state}` : ''}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {notes?.map((note) => (
          <p key={note} class="hint">
            {note}
          </p>
        ))}
      </section>
      {connection.is === 'refused' && <Problem>{connection.reason}</Problem>}
      {chosen && !picture && connection.is === 'live' && (
        <p role="status">Opening {titleOf(chosen)}: the server makes its plan, which takes seconds for a large one.</p>
      )}
      {chosen && picture && connection.is !== 'refused' && (
        <RunPanel key={keyOf(chosen)} title={titleOf(chosen)} picture={picture} connection={connection} look={look}>
          {chosen.source === 'count' && <SteerButtons state={picture.figures.state} onSteer={steer} />}
        </RunPanel>
      )}
    </div>
  );
}

/** What tells a run from the others. */
type RunKey = Pick<RunSummary, 'source' | 'name'>;

/** The run that an address names, if it names one. */
function runAt({ path: [source, name] }: Place): RunKey | undefined {
  return source && name ? { source, name } : undefined;
}

function keyOf({ source, name }: RunKey): string {
  return `${source}/${name}`;
}

function progressOf({ subproblems, finished }: RunSummary): string {
  if (finished === undefined || subproblems === 0) return plural(subproblems, 'subproblem');
  const percent = Math.min(100, Math.floor((100 * finished) / subproblems));
  return `${formatCount(finished)} of ${plural(subproblems, 'subproblem')} (${percent} %)`;
}

function titleOf({ source, name }: RunKey): string {
  return source === 'count' ? `Count ${name}` : name;
}
