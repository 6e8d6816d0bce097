import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Route, useAddress, useRouted, type ViewProps } from '../address.js';
import { Note, Problem } from '../parts/controls.js';
import { controlCount, type ListedRuns, listRuns } from '../server.js';
import { serverRun, useRun } from './follow-run.js';
import { keyOf, type RunKey, RunList, titleOf } from './run-list.js';
import { RunPanel } from './run-panel.js';

/** Milliseconds between two requests for the list. */
const LIST_INTERVAL = 3000;

/** The view that lists the server's runs and follows one of them. */
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
    const timer = setInterval(list, LIST_INTERVAL);
    return () => clearInterval(timer);
  }, [isServed, isShown]);

  const key = chosen && keyOf(chosen);
  const run = useMemo(() => chosen && serverRun(chosen.source, chosen.name), [key]);
  const { picture, connection } = useRun(run, isShown);

  function choose({ source, name }: RunKey): void {
    setProblem(undefined);
    setChosen({ source, name });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }
  function control(action: 'stop' | 'resume'): void {
    setProblem(undefined);
    if (chosen) controlCount(chosen.name, action).catch(({ message }: Error) => setProblem(message));
  }

  if (!isServed) {
    return (
      <section class="card" aria-label="Runs">
        <p>
          This page is a static site without runs. Start <code>queens-par serve --data FOLDER</code> to follow the
          checkpoint files in a folder.
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
            <Problem>{problem ?? (connection.state === 'refused' ? connection.reason : undefined)}</Problem>
            {!picture && connection.state !== 'refused' && (
              <p role="status">Opening {titleOf(chosen)}. The server is making its plan.</p>
            )}
            {picture && run && connection.state !== 'refused' && (
              <RunPanel
                key={key}
                title={titleOf(chosen)}
                picture={picture}
                connection={connection}
                onControl={chosen.source === 'count' ? control : undefined}
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
      No runs yet. Counts on this server appear here. Start <code>queens-par serve --data FOLDER</code> to list
      checkpoint files, for example from <code>queens-par 18 --checkpoint FOLDER/18.ledger</code>. Use{' '}
      <code>--database-file</code> or <code>--local</code> to list the runs of a cluster.
    </p>
  );
}

/** Returns the run that an address names, or undefined. */
function runAt({ path: [source, name] }: Route): RunKey | undefined {
  return source && name ? { source, name } : undefined;
}
