// src/page/count is the *Count* view, which counts solutions in the browser.

import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { choosePlan } from '../../core/plan/choose-plan.js';
import { runSteps } from '../../core/plan/steps.js';
import { forecastSeconds } from '../../core/runs/estimate.js';
import { plural } from '../../core/text/numbers.js';
import { type QueryReader, useAddressState, type ViewProps } from '../parts/address.js';
import { Button, Choice, Note, range } from '../parts/controls.js';
import { useRun } from '../parts/follow-run.js';
import { RunPanel } from '../parts/run-panel.js';
import { BrowserCount } from '../worker/browser-count.js';
import { findCountObstacle } from '../worker/requirements.js';
import { describeForecast, useSlowdown } from '../worker/use-slowdown.js';
import { CORES } from '../worker/worker-client.js';

/** The largest board that the page counts. It takes less than a minute on two cores. */
const MAX_N = 20;

/** The board size on the first visit. The count takes about a second. */
const FIRST_N = 18;

export function CountView(props: ViewProps) {
  const { isShown } = props;
  const { state: form, change, note } = useAddressState(parseForm, props);
  const { n, start: isRequested } = form;
  const obstacle = findCountObstacle();
  const [threads, setThreads] = useState(CORES);
  const plan = useMemo(() => runSteps(choosePlan(n, { threads })), [n, threads]);
  /** All counts. The last one is shown. */
  const [counts, setCounts] = useState<readonly BrowserCount[]>([]);
  const count = counts.at(-1);

  const run = useMemo(() => {
    return count && { interval: 200, refresh: async () => ({ update: count.update() }) };
  }, [count]);
  const state = count?.run.state;
  const followed = useRun(run, isShown);
  const isDone = state === 'finished' && count?.run.share.n === n && count.threads === threads;
  const slowdown = useSlowdown(isShown && state !== 'counting', threads);
  useLeaveQuestion(state === 'counting');
  useEffect(() => {
    if (!isRequested || obstacle) return;
    change({ start: undefined });
    start(new BrowserCount(plan, threads));
  }, [isRequested]);

  /** Starts a count or resumes a stopped one. */
  async function start(next: BrowserCount): Promise<void> {
    if (state === 'counting') return; // the button was pressed twice
    setCounts((all) => [...all.filter((one) => one !== next), next]);
    await next.start();
    setCounts((all) => [...all]); // draws the new state, even if the view is hidden
  }
  return (
    <div class="count">
      <Note>{note || obstacle}</Note>
      <div class="row">
        <h1>Count in this browser</h1>
        <Choice name="Queens" value={n} values={range(1, MAX_N)} onChoose={(n) => change({ n })} />
        <Choice name="Threads" value={threads} values={range(1, CORES)} onChoose={setThreads} />
        <Button
          isMain
          isOff={state === 'counting' || obstacle !== undefined}
          onPress={() => start(new BrowserCount(plan, threads))}
        >
          Count
        </Button>
      </div>
      {state !== 'counting' && !isDone && (
        <p class="forecast" role="status">
          {slowdown === undefined
            ? 'Measuring this browser …'
            : `${plural(n, 'queen')}: ${describeForecast(forecastSeconds(plan, threads, slowdown))}.`}
        </p>
      )}
      {count && (
        <RunPanel
          title="The count"
          followed={followed}
          controls={
            state !== 'finished' && (
              <>
                <Button isOff={state !== 'counting'} onPress={() => count.stop()} children="Stop" />
                <Button isOff={state === 'counting'} onPress={() => start(count)} children="Resume" />
              </>
            )
          }
        />
      )}
    </div>
  );
}

/** Asks for confirmation before the page is closed or reloaded, because a running count would be lost. */
function useLeaveQuestion(isCounting: boolean): void {
  // A layout effect, because an ordinary effect is cleaned up too late and could ask about a finished count.
  useLayoutEffect(() => {
    if (!isCounting) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isCounting]);
}

/** Reads the form's values. `start=now` in the address also starts the count, unless another value is invalid. */
function parseForm(reader: QueryReader) {
  const form = { n: reader.whole('n', 1, MAX_N, FIRST_N), start: reader.oneOf('start', ['now'], undefined) };
  return reader.notes.length > 0 ? { ...form, start: undefined } : form;
}
