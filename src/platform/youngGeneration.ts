import { setFlagsFromString } from 'node:v8';
import { newestKnownV8 } from './wasmTiering.js';

/**
 * Keeps the space for new objects at its initial size. V8 lets it grow to 16 MB twice within some hundred calls, although nearly nothing
 * that they make outlives them: 12 to 20 MB of a server's resident memory. For servers, which run for days.
 */
export function keepYoungGenerationSmall(): void {
  if (Number.parseInt(process.versions.v8, 10) <= newestKnownV8) setFlagsFromString('--semi-space-growth-factor=1');
}
