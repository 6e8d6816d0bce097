import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startServing } from '../e2e/serving.js';
import { temporaryFolder } from '../ledger/folder.js';
import { useBrowser } from './browser.js';

/** A browser, and a server of the page. */
export interface ServedPage {
  /** Opens an empty page in a context of its own. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** Returns the server's address. Its data folder is `data` in the temporary folder. */
  address(): string;
  /** Returns a path in the temporary folder. */
  at(name: string): string;
}

/** Serves the page to a browser while the tests of a file run. */
export function useServedPage(): ServedPage {
  const at = temporaryFolder();
  const openPage = useBrowser();
  let serving: Awaited<ReturnType<typeof startServing>> | undefined;
  beforeAll(async () => {
    mkdirSync(at('data'));
    serving = await startServing(['--data', at('data'), '--threads', '2']);
  });
  afterAll(async () => {
    serving?.child.kill();
    await serving?.child;
  });
  return { openPage, at, address: () => serving?.address ?? '' };
}
