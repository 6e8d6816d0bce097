/**
 * The part of the package that browser.ts uses. The package itself, 70 MB, is installed only for `npm run test:full`
 * (test/package.json), but `npm test` checks the types of all tests.
 */
declare module '@sparticuz/chromium' {
  const chromium: { executablePath(): Promise<string> };
  export default chromium;
}
