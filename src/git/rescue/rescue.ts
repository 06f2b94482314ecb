import type { RescueManifest } from '../../domain/lane/rescueManifest.js';

export interface Rescue {
  /** `refs/stateroom/rescue/<lane>/<time>` */
  readonly ref: string;
  /** The commit behind it. */
  readonly commit: string;
  readonly manifest: RescueManifest;
}

/** The part of a rescue's tree that holds the files, byte for byte. */
export const filesPart = 'files';
/** The raw index. */
export const indexPart = 'index';
/** Objects that the index refers to, kept from being collected: `stages/<n>/<path>`. */
export const stagesPart = 'stages';
/** Files of the worktree's git directory that say what is in progress. */
export const statePart = 'state';
export const manifestPart = 'manifest.json';

export const rescueRoot = 'refs/stateroom/rescue/';

/** The reference of a rescue: times are written so that they sort. `lane` follows the grammar of lane names. */
export function rescueRef(lane: string, keptAt: number): string {
  return `${rescueRoot}${lane}/${new Date(keptAt).toISOString().replace(/[-:.]/g, '')}`;
}
