import { createHash } from 'node:crypto';

/** Text is hashed as UTF-8; returns hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
