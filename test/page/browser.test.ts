/** The page in a real browser. One file, so that there is one browser; its views have files of their own. */
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { startServing } from '../e2e/serving.js';
import { temporaryFolder } from '../ledger/folder.js';
import { testAddress } from './address.js';
import { useBrowser } from './browser.js';
import { testCount } from './count-view.js';
import { testPage } from './page.js';
import { testRunPanel } from './run-panel.js';
import { testRuns } from './runs-view.js';
import { testSearch } from './search-view.js';
import { testSolutions } from './solutions-view.js';
import { testSite } from './static-site.js';
import { testTabs } from './tabs.js';
import { testHalves } from './why-halves.js';
import { testWhy } from './why-view.js';

const at = temporaryFolder();
const openPage = useBrowser();
let address = '';
let stop: () => Promise<unknown>;

beforeAll(async () => {
  mkdirSync(at('data'));
  const serving = await startServing(['--data', at('data'), '--threads', '2']);
  address = serving.address;
  stop = () => {
    serving.child.kill();
    return serving.child;
  };
});
afterAll(() => stop());

const served = { openPage, address: () => address, at };
testPage(served);
testAddress(served);
testSearch(served);
testSolutions(served);
testCount(served);
testRuns(served);
testRunPanel(served);
testTabs(served);
testSite(served);
testWhy(served);
testHalves(served);
