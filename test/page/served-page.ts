import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startServing } from '../e2e/serving.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { useBrowser } from './browser.js';

/** A browser, and a server for the page. */
export interface ServedPage {
  /** Opens an empty page in a new browser context. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** Opens an address of the page, from the `#` on, in a new browser context. */
  visit(hash: string, options?: BrowserContextOptions): Promise<Page>;
  /** Returns the server's address. */
  address(): string;
  /** Returns a path in a temporary folder, where `data` is the server's data folder. */
  pathOf(name: string): string;
}

/** Starts a browser and a server for the tests in a file. */
export function useServedPage(): ServedPage {
  const pathOf = temporaryFolder();
  const openPage = useBrowser();
  let serving: Awaited<ReturnType<typeof startServing>> | undefined;
  beforeAll(async () => {
    mkdirSync(pathOf('data'));
    serving = await startServing([pathOf('data')]);
  });
  afterAll(() => serving?.stop());
  const address = () => serving?.address ?? '';
  async function visit(hash: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await openPage(options);
    await page.goto(address() + hash);
    return page;
  }
  return { openPage, visit, address, pathOf };
}
