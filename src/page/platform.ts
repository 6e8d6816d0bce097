/** What the page has instead of modules of Node.js: the parts of them that plans need. The bundle puts them in place. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Instead of `node:crypto`: a SHA-256 that is fed text, as plan.ts does. */
export function createHash(_name: 'sha256') {
  const hash = sha256.create();
  return {
    update(text: string) {
      hash.update(utf8ToBytes(text));
      return this;
    },
    digest: (_encoding: 'hex'): string => bytesToHex(hash.digest()),
  };
}

/** Instead of `node:os`: how many threads this machine can run at a time. */
export function availableParallelism(): number {
  return navigator.hardwareConcurrency;
}
