import { expect, test } from 'vitest';
import type { ServedPage } from './served-page.js';

const TABS = 20;

/** Many tabs of one browser, which opens six connections to a server at most. */
export function testTabs({ openPage, address }: ServedPage): void {
  test('twenty tabs of a browser follow a count, on one stream', async () => {
    const first = await openPage();
    const context = first.context();
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":20}' };
    const { name } = await (await fetch(new URL('api/counts', address()), asked)).json();
    try {
      const tabs = [first, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))];
      const all = (state: string) =>
        Promise.all(tabs.map((tab) => tab.locator('.run .badge', { hasText: state }).waitFor()));
      await Promise.all(tabs.map((tab) => tab.goto(`${address()}#count`))); // it finds the server's count
      await all('Counting');
      await tabs.at(-1)?.getByRole('button', { name: 'Stop', exact: true }).click();
      await all('Stopped');
      await tabs[7]?.reload(); // it leaves the stream to the others and comes back
      await tabs[7]?.locator('.run .badge', { hasText: 'Stopped' }).waitFor();
      const times = await Promise.all(
        tabs.map((tab) => tab.locator('.figures div', { hasText: 'counted for' }).locator('dd').innerText()),
      );
      expect(new Set(times).size).toBe(1); // none of them begins at zero
    } finally {
      await fetch(new URL(`api/counts/${name}/stop`, address()), { ...asked, body: '{}' });
      await context.close();
    }
  });
}
