// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { trustGrant } from './trustGrant.js';
import { trustRevoke } from './trustRevoke.js';
import { trustShow } from './trustShow.js';

export const trustOperations = {
  trustShow,
  trustGrant,
  trustRevoke,
};
