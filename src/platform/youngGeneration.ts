import { setFlagsFromString } from 'node:v8';
import { newestKnownV8 } from './wasmTiering.js';

/**
 * Keeps the space for new objects as small as it is when a process starts. V8 lets it grow to 16 MB twice within some hundred calls,
 * although nearly nothing of what they make outlives them: 12 to 20 MB of a server's resident memory. For servers, which stay for days.
 */
export function keepYoungGenerationSmall(): void {
  if (Number.parseInt(process.versions.v8, 10) <= newestKnownV8) setFlagsFromString('--semi-space-growth-factor=1');
}
