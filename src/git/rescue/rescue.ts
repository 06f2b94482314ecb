import type { RescueManifest } from '../../domain/lane/rescueManifest.js';

export interface Rescue {
  /** `refs/stateroom/rescue/<lane>/<time>`. */
  readonly ref: string;
  readonly commit: string;
  readonly manifest: RescueManifest;
}

/** The worktree's files, byte for byte. */
export const filesPart = 'files';
export const indexPart = 'index';
/** Objects of the index, protected from garbage collection: `stages/<n>/<path>`. */
export const stagesPart = 'stages';
/** Git directory's files about the operation in progress. */
export const statePart = 'state';
export const manifestPart = 'manifest.json';

export const rescueRoot = 'refs/stateroom/rescue/';

/** Names sort by time. `lane` follows the grammar of lane names. */
export function rescueRef(lane: string, keptAt: number): string {
  return `${rescueRoot}${lane}/${new Date(keptAt).toISOString().replace(/[-:.]/g, '')}`;
}
