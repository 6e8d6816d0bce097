/** What the page has instead of `node:crypto`: the part of it that plans need. The bundle puts it in place. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A SHA-256 that is fed text, as plan.ts does. */
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
