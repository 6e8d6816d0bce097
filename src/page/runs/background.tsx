/** Signs of a run for users who look elsewhere: the title of the tab, and a notification of the browser. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RunFigures } from '../../runs/figures.js';
import { percentText } from '../../runs/progress.js';
import { formatCount, plural } from '../../text/numbers.js';
import { Button } from '../parts/controls.js';

/** Shows the progress of a run in the title of the tab. @param figures undefined if the view is hidden or has no run. */
export function useTabTitle(figures: RunFigures | undefined): void {
  const text = figures && `${percentText(figures)} % of ${plural(figures.n, 'queen')}`;
  useLayoutEffect(() => {
    if (text === undefined) return;
    const before = document.title;
    document.title = `${text} - queens-par`;
    return () => {
      document.title = before;
    };
  }, [text]);
}

/** Notifies the user when a run is no longer counting, if the browser may and the page is hidden. */
export function useNotification(figures: RunFigures | undefined): void {
  const state = figures?.state;
  const before = useRef(state);
  useEffect(() => {
    const hasEnded = before.current === 'counting' && state !== undefined && state !== 'counting';
    before.current = state;
    if (!figures || !hasEnded || !document.hidden || permission() !== 'granted') return;
    const total = figures.count === undefined ? undefined : `${formatCount(BigInt(figures.count))} solutions`;
    try {
      new Notification(`${plural(figures.n, 'queen')}: ${state}`, { body: total ?? figures.problem ?? '' });
    } catch {} // on phones, Chromium allows notifications only from service workers
  }, [state]);
}

/** A button that asks for the permission to notify. Renders nothing if the user has already decided. */
export function NotifyButton() {
  const [current, setCurrent] = useState(permission);
  if (current !== 'default') return null;
  return (
    <Button onPress={() => Notification.requestPermission().then(setCurrent)}>Notify me when the count ends</Button>
  );
}

/** Returns the browser's permission. Some browsers have no notifications. */
function permission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied';
}
