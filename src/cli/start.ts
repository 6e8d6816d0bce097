#!/usr/bin/env node
/** The program's entry point. It loads the rest only if this Node.js can run it. */
import { explainUnsupportedNode } from '../node/package/node-version.js';

const refusal = explainUnsupportedNode(process.versions.node);
if (refusal) {
  console.error(`queens-par: ${refusal}`);
  process.exitCode = 2;
} else {
  void import('./main.js').then(({ main }) => main(process.argv.slice(2)));
}
