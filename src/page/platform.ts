/** The part of `node:crypto` that plans need. The bundle of the page uses it instead of that module. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Makes a SHA-256 of text, for plan.ts. */
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
