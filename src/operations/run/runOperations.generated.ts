// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { runClose } from './runClose.js';
import { runCommand } from './runCommand.js';
import { runEvidence } from './runEvidence.js';
import { runExport } from './runExport.js';
import { runHypothesize } from './runHypothesize.js';
import { runImport } from './runImport.js';
import { runLearn } from './runLearn.js';
import { runLearnings } from './runLearnings.js';
import { runList } from './runList.js';
import { runReopen } from './runReopen.js';
import { runResolve } from './runResolve.js';
import { runShow } from './runShow.js';
import { runStart } from './runStart.js';
import { runStatus } from './runStatus.js';

export const runOperations = {
  runStart,
  runStatus,
  runList,
  runShow,
  runHypothesize,
  runResolve,
  runEvidence,
  runCommand,
  runLearn,
  runLearnings,
  runClose,
  runReopen,
  runExport,
  runImport,
};
