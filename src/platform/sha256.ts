import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a text (as UTF-8) or of bytes, in hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
