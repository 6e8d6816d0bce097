import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Route, useAddress, useRouted, type ViewProps } from '../address.js';
import { Note, Problem } from '../parts/controls.js';
import { type ListedRuns, listRuns, steerCount } from '../server.js';
import { runThere, useRun } from './follow-run.js';
import { keyOf, type RunKey, RunList, titleOf } from './run-list.js';
import { RunPanel } from './run-panel.js';

/** Milliseconds between two lists. */
const LIST_EVERY = 3000;

/** The runs of the server, one of which is followed. */
export function RunsView(props: ViewProps) {
  const { isServed, isShown, route } = props;
  const [listed, setListed] = useState<ListedRuns>();
  const [listProblem, setListProblem] = useState<string>();
  const [chosen, setChosen] = useRouted(route, runAt);
  const path = chosen ? [chosen.source, chosen.name] : [];
  useAddress({ view: 'runs', path, query: {} }, path.join('/'), props);
  const [problem, setProblem] = useState<string>();
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isServed || !isShown) return;
    function list(): void {
      if (document.hidden) return;
      listRuns().then(
        (answer) => {
          setListed(answer);
          setListProblem(undefined);
        },
        ({ message }: Error) => setListProblem(`${message} Trying again.`),
      );
    }
    list();
    const timer = setInterval(list, LIST_EVERY);
    return () => clearInterval(timer);
  }, [isServed, isShown]);

  const key = chosen && keyOf(chosen);
  const run = useMemo(() => chosen && runThere(chosen.source, chosen.name), [key]);
  const { picture, connection } = useRun(run, isShown);

  function choose({ source, name }: RunKey): void {
    setProblem(undefined);
    setChosen({ source, name });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }
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
  const figures = picture?.figures;
  return (
    <div class={chosen ? 'runs beside' : 'runs'}>
      <Note>
        {route.path.length > 0 && !runAt(route) ? 'The address of a run is #runs/<source>/<name>.' : undefined}
      </Note>
      <section class="card" aria-label="Runs to follow">
        {[listProblem, ...(listed?.problems ?? [])].map((text) => text && <Problem key={text}>{text}</Problem>)}
        {listed?.runs.length === 0 && <NoRuns />}
        {listed && <RunList runs={listed.runs} chosen={chosen} figures={figures} onChoose={choose} />}
        {listed?.notes.map((note) => (
          <p key={note} class="hint">
            {note}
          </p>
        ))}
      </section>
      <div ref={panel}>
        {chosen ? (
          <>
            <Problem>{problem ?? (connection.is === 'refused' ? connection.reason : undefined)}</Problem>
            {!picture && connection.is !== 'refused' && (
              <p role="status">Opening {titleOf(chosen)}: the server makes its plan.</p>
            )}
            {picture && run && connection.is !== 'refused' && (
              <RunPanel
                key={key}
                title={titleOf(chosen)}
                picture={picture}
                connection={connection}
                onSteer={chosen.source === 'count' ? steer : undefined}
              />
            )}
          </>
        ) : (
          listed && listed.runs.length > 0 && <p class="hint">Choose a run to follow it.</p>
        )}
      </div>
    </div>
  );
}

/** Advice for a server without runs. */
function NoRuns() {
  return (
    <p>
      No runs yet. Counts of this server are listed here, and with <code>queens-par serve --data FOLDER</code> the
      checkpoint files of a folder, such as <code>queens-par 18 --checkpoint FOLDER/18.ledger</code> writes. With{' '}
      <code>--database-file</code> or <code>--local</code> the runs of a cluster are listed, too.
    </p>
  );
}

/** Returns the run that an address names, if it names one. */
function runAt({ path: [source, name] }: Route): RunKey | undefined {
  return source && name ? { source, name } : undefined;
}
