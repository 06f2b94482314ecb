// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { retroWrite } from './retroWrite.js';

export const retroOperations = {
  retroWrite,
};
