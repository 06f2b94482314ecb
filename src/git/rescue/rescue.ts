import type { RescueManifest } from '../../domain/lane/rescueManifest.js';

export interface Rescue {
  /** `refs/stateroom/rescue/<lane>/<time>` */
  readonly ref: string;
  readonly commit: string;
  readonly manifest: RescueManifest;
}

/** Part of a rescue's tree with the files, byte for byte. */
export const filesPart = 'files';
export const indexPart = 'index';
/** Objects that the index refers to, protected from garbage collection: `stages/<n>/<path>`. */
export const stagesPart = 'stages';
/** Files of the worktree's git directory about the operation in progress. */
export const statePart = 'state';
export const manifestPart = 'manifest.json';

export const rescueRoot = 'refs/stateroom/rescue/';

/** Returns the reference of a rescue; its times sort as text. `lane` follows the grammar of lane names. */
export function rescueRef(lane: string, keptAt: number): string {
  return `${rescueRoot}${lane}/${new Date(keptAt).toISOString().replace(/[-:.]/g, '')}`;
}
