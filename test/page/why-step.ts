import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { ServedPage } from './served-page.js';

/** Opens a step of the explanation on a small screen. @param query of the address: `n=8&step=4` */
export async function openStep(
  { openPage, address }: ServedPage,
  query: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage({ viewport: { width: 1280, height: 720 }, ...options });
  await page.goto(`${address()}#why?${query}`);
  await page.locator('.why-step h2').waitFor();
  return page;
}

/** Presses the button of that name. */
export function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

/** What the step says of itself. */
export function status(page: Page): Locator {
  return page.locator('.why-step [role="status"]');
}
