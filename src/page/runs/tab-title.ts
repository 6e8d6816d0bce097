import { useLayoutEffect } from 'preact/hooks';
import type { RunFigures } from '../../core/runs/figures.js';
import { formatPercent } from '../../core/runs/progress.js';
import { plural } from '../../core/text/numbers.js';

/**
 * Shows the progress of a run in the title of the tab, for users who are in another tab: `34 % of 20 queens`, followed
 * by the state if the run has stopped before its end.
 *
 * @param figures undefined if the view is hidden or has no run.
 */
export function useTabTitle(figures: RunFigures | undefined): void {
  const text = figures && describeRun(figures);
  useLayoutEffect(() => {
    if (text === undefined) return;
    const before = document.title;
    document.title = `${text} - queens-par`;
    return () => {
      document.title = before;
    };
  }, [text]);
}

function describeRun(figures: RunFigures): string {
  const { n, state } = figures;
  const remark = state === 'counting' || state === 'finished' ? '' : `, ${state}`;
  return `${formatPercent(figures)} % of ${plural(n, 'queen')}${remark}`;
}
