/** Counts and runs in a real browser. */
import { testCount } from './count-view.js';
import { testRunPanel } from './run-panel.js';
import { testRuns } from './runs-view.js';
import { useServedPage } from './served-page.js';

const served = useServedPage();
testCount(served);
testRuns(served);
testRunPanel(served);
