import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Route, useAddress, type ViewProps } from '../address.js';
import { Problem } from '../parts/controls.js';
import { askUpdate, type ListedRuns, listRuns } from '../server.js';
import { askRepeatedly, useRun } from './follow-run.js';
import { keyOf, type RunKey, RunList } from './run-list.js';
import { RunPanel } from './run-panel.js';

/** Milliseconds between two requests for the list, and between two updates of the chosen run. */
const LIST_INTERVAL = 3000;
const RUN_INTERVAL = 500;

/** The view that lists the server's runs and follows one of them. */
export function RunsView(props: ViewProps) {
  const { isShown, route, goTo } = props;
  const chosen = runAt(route);
  useAddress(route, props);
  const [listed, setListed] = useState<ListedRuns>();
  const [problem, setProblem] = useState<string>();
  /** The newest run that was being counted when the view opened. It is shown until the user chooses another. */
  const [newest, setNewest] = useState<RunKey>();
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isShown) return;
    return askRepeatedly(async () => {
      try {
        const answer = await listRuns();
        setListed(answer);
        setNewest((already) => already ?? answer.runs.find(({ state }) => state === 'counting'));
        setProblem(undefined);
      } catch (error) {
        setProblem(`${error instanceof Error ? error.message : error} Trying again.`);
      }
      return LIST_INTERVAL;
    });
  }, [isShown]);

  const shown = chosen ?? newest;
  const key = shown && keyOf(shown);
  const run = useMemo(() => {
    const { source, name } = shown ?? {};
    if (source === undefined || name === undefined) return undefined;
    return { interval: RUN_INTERVAL, update: () => askUpdate(source, name) };
  }, [key]);
  const followed = useRun(run, isShown);

  function choose({ source, name }: RunKey): void {
    goTo({ ...route, path: [source, name] });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div class={shown ? 'runs beside' : 'runs'}>
      <section aria-label="Runs to follow">
        <h1 tabIndex={-1}>Runs</h1>
        {[problem, ...(listed?.problems ?? [])].map((text) => text && <Problem key={text}>{text}</Problem>)}
        {listed && listed.runs.length > 0 && (
          <RunList runs={listed.runs} chosen={shown} figures={followed.update?.figures} onChoose={choose} />
        )}
        {listed?.notes.map((note) => (
          <p key={note} class="hint">
            {note}
          </p>
        ))}
      </section>
      <div ref={panel}>{shown && <RunPanel key={key} title={shown.name} followed={followed} />}</div>
    </div>
  );
}

/** Returns the run that an address names, or undefined. */
function runAt({ path: [source, name] }: Route): RunKey | undefined {
  return source && name ? { source, name } : undefined;
}
