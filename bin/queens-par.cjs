#!/usr/bin/env node
// The command `queens-par`. npx links a checkout to this file before the program is built.
const { existsSync, realpathSync } = require('node:fs');
const { join } = require('node:path');

// With NODE_PRESERVE_SYMLINKS_MAIN, __dirname is the folder of the link.
const program = join(realpathSync(__filename), '../../dist/cli/queens-par.cjs');
if (!existsSync(program)) {
  console.error('queens-par: the program is not built yet; run: npm ci');
  process.exitCode = 2;
} else {
  try {
    require(program);
  } catch (error) {
    console.error(`queens-par: ${program} is damaged: install queens-par again (${error})`);
    process.exitCode = 1;
  }
}
