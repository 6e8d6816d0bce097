// Bundlers for browsers take this file instead of the library (the condition `browser` in package.json).
module.exports = refuse(); // esbuild leaves out files without exports

function refuse() {
  throw new Error('queens-par runs in Node.js, not in browsers. Its page counts in browsers: docs/page.md');
}
