import { useCallback, useEffect, useState } from 'preact/hooks';
import { plural } from '../../report/numbers.js';
import type { RunSummary } from '../../runs/run-update.js';
import type { ViewProps } from '../app.js';
import { listRuns, type RunList } from '../server.js';
import { type Follower, followThere } from './follow-run.js';
import { RunPanel } from './run-panel.js';
import { useRun } from './use-run.js';

/** Milliseconds between two looks at the list. */
const LIST_EVERY = 3000;

/** What each source is called. */
const SOURCES: Readonly<Record<string, string>> = { count: 'on the server', file: 'file', cluster: 'cluster' };

/** The runs that the server knows of, one of them followed. */
export function RunsView({ isServed, isShown }: ViewProps) {
  const [{ runs, problems }, setList] = useState<Partial<RunList>>({});
  const [chosen, setChosen] = useState<RunSummary>();

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
      <section class="card" aria-label="Runs to follow">
        {problems?.map((problem) => (
          <p key={problem} class="problem" role="alert">
            {problem}
          </p>
        ))}
        {runs?.length === 0 && (
          <p>
            There are none. Counts that this server does are listed here, with{' '}
            <code>queens-par serve --data FOLDER</code> the checkpoint files of a folder, and with{' '}
            <code>--database-file</code> or <code>--local</code> the runs of a cluster.
          </p>
        )}
        <ul class="run-list">
          {runs?.map((run) => (
            <li key={keyOf(run)}>
              <button
                type="button"
                aria-pressed={chosen && keyOf(chosen) === keyOf(run)}
                onClick={() => setChosen(run)}
              >
                <strong>{titleOf(run)}</strong>
                <span class="facts">
                  {SOURCES[run.source] ?? run.source}, {plural(run.n, 'queen')}, {run.algorithm}
                  {run.part ? `, part ${run.part}` : ''}, {plural(run.subproblems, 'subproblem')}
                  {run.state ? `, ${run.state}` : ''}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {connection.is === 'refused' && (
        <p class="problem" role="alert">
          {connection.reason}
        </p>
      )}
      {chosen && picture && (
        <RunPanel
          title={titleOf(chosen)}
          picture={picture}
          connection={connection}
          timeName={chosen.source === 'count' ? 'running for' : 'followed for'}
        />
      )}
    </div>
  );
}

function keyOf({ source, name }: RunSummary): string {
  return `${source}/${name}`;
}

function titleOf({ source, name }: RunSummary): string {
  return source === 'count' ? `Count ${name}` : name;
}
