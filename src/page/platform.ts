/** Replaces `node:crypto` in the bundle of the page. It has only the function that plans need. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Creates a SHA-256 hash of text, for plan.ts. */
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
