import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { finishedLedger } from '../../core/results/ledger-text.js';
import { expectAccessible, openView } from '../browser.js';
import { useServedPage } from '../served-page.js';

// The address contains the state of a view, so that a reload and Back restore it.
const { visit, address, pathOf } = useServedPage();

test('a reload, Back and a copied link restore the steps of a solver', async () => {
  const page = await visit('#solvers?solver=bitmask');
  await page.getByLabel('Queens', { exact: true }).selectOption('5');
  await page.getByLabel('Solver', { exact: true }).selectOption('diagonal-flags');
  await page.getByLabel('Speed', { exact: true }).fill('6');
  for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Step ▸' }).click();
  await expect.poll(() => page.url()).toBe(`${address()}#solvers?n=5&solver=diagonal-flags&step=4&speed=64`);
  await page.reload();
  await page.getByText('Step: 4 of').waitFor();
  const other = await visit(new URL(page.url()).hash);
  await other.getByText('Step: 4 of').waitFor();
  await other.getByText('Speed: 64 steps a second').waitFor();
  expect(await other.locator('.sentence').innerText()).toBe(await page.locator('.sentence').innerText());
  await page.goBack(); // five queens, with the default solver
  await expect.poll(() => page.getByLabel('Solver', { exact: true }).inputValue()).toBe('bitmask');
  expect(await page.getByLabel('Queens', { exact: true }).inputValue()).toBe('5');
  await page.goForward();
  await page.getByText('Step: 4 of').waitFor();
});

test('a state that is written just after a navigation does not replace its address', async () => {
  const page = await visit('#why?step=3', { reducedMotion: 'reduce' });
  const cut = page.getByRole('slider', { name: 'Rows above the cut' });
  await cut.press('ArrowUp');
  await cut.press('ArrowUp'); // less than half a second later, so it is written later
  await page.evaluate(() => {
    location.hash = '#why?step=6';
    dispatchEvent(new Event('pagehide')); // writes what waits, before the event of the navigation
  });
  await page.locator('.marks-table').waitFor();
  expect(new URL(page.url()).hash).toBe('#why?step=6');
});

test('a view keeps its state while another view is shown', async () => {
  const page = await visit('#solvers?n=7&solver=bitmask&step=9');
  await page.getByText('Step: 9 of').waitFor();
  await openView(page, 'Solutions');
  await page.getByRole('combobox', { name: 'Queens' }).selectOption('6');
  await expect.poll(() => page.url()).toBe(`${address()}#solutions?n=6`);
  await openView(page, 'Solvers');
  await page.getByText('Step: 9 of').waitFor();
  await expect.poll(() => page.url()).toContain('#solvers?n=7');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: '4 solutions' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Queens' }).inputValue()).toBe('6');
});

test('the address contains the fixed queens and the chosen solution', async () => {
  const page = await visit('#solutions');
  await page.getByRole('button', { name: /row 1, column 1$/ }).click();
  await page.getByRole('button', { name: /row 4, column 6$/ }).click();
  const chosen = page.getByRole('radiogroup', { name: 'All' }).locator(':checked');
  await page.locator('.boards').first().locator('label').nth(1).click();
  const columns = (await chosen.getAttribute('aria-label')) ?? '';
  await expect
    .poll(() => page.url())
    .toBe(`${address()}#solutions?fixed=0,.,.,5&solution=${columns.split(' ').map((column) => Number(column) - 1)}`);
  const result = await page.locator('.solutions h1').innerText();
  await page.reload();
  await expect.poll(() => page.locator('.solutions h1').innerText()).toBe(result);
  expect(await chosen.getAttribute('aria-label')).toBe(columns);
  await page.goBack();
  await page.locator('.solutions h1', { hasText: '4 solutions' }).waitFor(); // with only the first queen
  await page.goto(`${address()}#solutions?n=8&fixed=0,4`); // written as in the command solve 8 --with 0,4
  await page.getByRole('button', { name: 'queen, row 2, column 5' }).waitFor();
});

test('the address identifies the open run', async () => {
  for (const n of [5, 6]) writeFileSync(pathOf(`data/finished ${n}.ledger`), finishedLedger(n));
  const page = await visit('#runs');
  const list = page.getByLabel('Ledger', { exact: true });
  await list.locator('option', { hasText: 'finished 6.ledger' }).waitFor({ state: 'attached' });
  for (const n of [5, 6]) {
    const [label = ''] = await list.locator('option', { hasText: `finished ${n}.ledger` }).allInnerTexts();
    await list.selectOption(label);
    await page.locator('.answer', { hasText: `solutions for ${n} queens` }).waitFor();
  }
  await page.locator('.answer', { hasText: '4 solutions for 6 queens' }).waitFor();
  await expect.poll(() => page.url()).toBe(`${address()}#runs/ledgers/finished%206.ledger`);
  await page.reload();
  await page.locator('.answer', { hasText: '4 solutions for 6 queens' }).waitFor();
  await page.goBack();
  await page.locator('.answer', { hasText: '10 solutions for 5 queens' }).waitFor();
  await page.goto(`${address()}#runs/ledgers/nothing.ledger`);
  await page.locator('.notice', { hasText: 'nothing.ledger does not exist.' }).waitFor();
});

test.each([
  ['toString', 'There is no view "toString".'],
  ['__proto__', 'There is no view "__proto__".'],
  ['%zz', 'There is no view "%zz".'],
  ['solvers?n=99', 'The address contains n=99, but n must be a whole number from 4 to 10.'],
  ['solvers?solver=toString', 'solver must be one of combinations, columns-product'],
  ['solvers?solver=bitmask&step=-1', 'step must be a whole number from 1 to 8225.'],
  ['solvers?solver=combinations&step=0', 'step must be a whole number from 1 to 4426165368.'],
  ['why?step=4&upper=999', 'upper must be a whole number from 0 to 343.'],
  ['why?step=2&dot=99999', 'dot must be a whole number from 0 to 53.'],
  ['why?placed=0,1,2,3,4,5,6,7', 'The address contains placed=0,1,2,3,4,5,6,7, but placed must be'],
  ['solvers?speed=3', 'speed must be one of 1, 2, 4'],
  ['solutions?n=8&fixed=0,4&solution=3,0,4,7,5,2,6,1', 'solution must be the columns of a solution for 8 queens that'],
  ['solutions?n=8&fixed=0,1', 'The address contains fixed=0,1, but fixed must be'],
  ['solutions?n=8&solution=0,1,2', 'solution must be the columns of a solution for 8 queens'],
  ['count?n=25', 'The address contains n=25, but n must be a whole number from 1 to 20.'],
])('#%s shows the message %j and a default state', async (hash, note) => {
  const page = await visit(`#${hash}`);
  await page.locator('.notice', { hasText: note }).waitFor();
  expect(await page.title()).toMatch(/queens-par$/);
  if (hash.includes('?')) await expect.poll(() => page.url()).not.toContain(hash);
  await expectAccessible(page);
});
