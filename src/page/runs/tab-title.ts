import { useLayoutEffect } from 'preact/hooks';
import { formatPercent } from '../../core/runs/progress.js';
import type { RunStats } from '../../core/runs/run-stats.js';
import { plural } from '../../core/text/numbers.js';

/**
 * Shows the progress of a run in the title of the tab, for users who are in another tab: `34% of 20 queens`, followed
 * by the state if the run has stopped before its end.
 *
 * @param statistics undefined if the view is hidden or has no run.
 */
export function useTabTitle(stats: RunStats | undefined): void {
  const text = stats && describeRun(stats);
  useLayoutEffect(() => {
    if (text === undefined) return;
    const before = document.title;
    document.title = `${text} - queens-par`;
    return () => {
      document.title = before;
    };
  }, [text]);
}

function describeRun(stats: RunStats): string {
  const { n, state } = stats;
  const remark = state === 'counting' || state === 'finished' ? '' : `, ${state}`;
  return `${formatPercent(stats)}% of ${plural(n, 'queen')}${remark}`;
}
