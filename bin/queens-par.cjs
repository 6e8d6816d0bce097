#!/usr/bin/env node
// The command `queens-par`. npx links a checkout to this file before the program is built.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const program = join(__dirname, '../dist/cli/queens-par.cjs');
if (existsSync(program)) require(program);
else {
  console.error('queens-par: the program is not built yet; run: npm ci');
  process.exitCode = 2;
}
