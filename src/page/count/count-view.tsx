// src/page/count is the *Count* view, which counts solutions in the browser.

import { useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { choosePlan } from '../../core/plan/choose-plan.js';
import { runSteps } from '../../core/plan/steps.js';
import { type QueryReader, useAddressState, type ViewProps } from '../parts/address.js';
import { Button, Choice, Note, range } from '../parts/controls.js';
import { useRun } from '../parts/follow-run.js';
import { RunPanel } from '../parts/run-panel.js';
import { BrowserCount } from '../worker/browser-count.js';
import { findCountObstacle } from '../worker/requirements.js';
import { CORES } from '../worker/worker-client.js';

/** The largest board that the page counts. It takes less than a minute on two cores. */
const MAX_N = 20;

export function CountView(props: ViewProps) {
  const { isShown } = props;
  const { state: form, change, note } = useAddressState(parseForm, props);
  const { n, start: isRequested } = form;
  const obstacle = findCountObstacle();
  const [threads, setThreads] = useState(CORES);
  const [count, setCount] = useState<BrowserCount>();
  const [, draw] = useReducer((draws: number) => draws + 1, 0);
  const refresh = useMemo(() => count && (async () => ({ update: count.update() })), [count]);
  const state = count?.run.state;
  const followed = useRun(refresh, 200, isShown);
  useLeaveQuestion(state === 'counting');
  useEffect(() => {
    if (!isRequested || obstacle) return;
    change({ start: undefined });
    begin();
  }, [isRequested]);

  const begin = () => start(new BrowserCount(runSteps(choosePlan(n, { threads })), threads));

  /** Starts a count or resumes a stopped one. */
  async function start(next: BrowserCount): Promise<void> {
    if (state === 'counting') return; // the button was pressed twice
    setCount(next);
    await next.start();
    draw(0); // the new state, even if the view is hidden
  }
  return (
    <div class="count">
      <Note>{note || obstacle}</Note>
      <div class="row">
        <h1>Count in this browser</h1>
        <Choice name="Queens" value={n} values={range(1, MAX_N)} onChoose={(n) => change({ n })} />
        <Choice name="Threads" value={threads} values={range(1, CORES)} onChoose={setThreads} />
        <Button isMain isOff={state === 'counting' || obstacle !== undefined} onPress={begin} children="Count" />
      </div>
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
  const form = { n: reader.whole('n', 1, MAX_N, 18), start: reader.oneOf('start', ['now'], undefined) };
  return reader.notes.length > 0 ? { ...form, start: undefined } : form;
}
