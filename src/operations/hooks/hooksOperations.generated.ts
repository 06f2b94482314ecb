// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { hooksInstall } from './hooksInstall.js';
import { hooksRun } from './hooksRun.js';
import { hooksStatus } from './hooksStatus.js';
import { hooksUninstall } from './hooksUninstall.js';

export const hooksOperations = {
  hooksInstall,
  hooksUninstall,
  hooksStatus,
  hooksRun,
};
