/** The part of Node.js that plans need, for the page's bundle. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Replaces `process.getBuiltinModule('node:crypto')` in plan.ts. */
export function getBuiltinModule(_name: 'node:crypto') {
  return { createHash };
}

/** Creates a SHA-256 hash of text. */
function createHash(_name: 'sha256') {
  const hash = sha256.create();
  return {
    update(text: string) {
      hash.update(utf8ToBytes(text));
      return this;
    },
    digest: (_encoding: 'hex'): string => bytesToHex(hash.digest()),
  };
}
