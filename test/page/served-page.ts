import type { BrowserContextOptions, Page } from 'playwright-core';

/** What the tests of a view are given. */
export interface ServedPage {
  /** Opens an empty page in a context of its own. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** Of the server, whose data folder is `data` in the temporary folder. */
  address(): string;
  /** A path in the temporary folder. */
  at(name: string): string;
}
