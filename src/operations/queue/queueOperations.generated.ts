// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { queueAdd } from './queueAdd.js';
import { queueAdvance } from './queueAdvance.js';
import { queueAnnotate } from './queueAnnotate.js';
import { queueAsk } from './queueAsk.js';
import { queueClaim } from './queueClaim.js';
import { queueDepend } from './queueDepend.js';
import { queueEdit } from './queueEdit.js';
import { queueHeartbeat } from './queueHeartbeat.js';
import { queueImport } from './queueImport.js';
import { queueList } from './queueList.js';
import { queueNext } from './queueNext.js';
import { queueReady } from './queueReady.js';
import { queueRelease } from './queueRelease.js';
import { queueReopen } from './queueReopen.js';
import { queueReplay } from './queueReplay.js';
import { queueReprioritise } from './queueReprioritise.js';
import { queueResolve } from './queueResolve.js';
import { queueShow } from './queueShow.js';
import { queueUndepend } from './queueUndepend.js';

export const queueOperations = {
  queueAdd,
  queueImport,
  queueList,
  queueReady,
  queueShow,
  queueClaim,
  queueNext,
  queueHeartbeat,
  queueRelease,
  queueAnnotate,
  queueEdit,
  queueAsk,
  queueAdvance,
  queueResolve,
  queueReopen,
  queueReprioritise,
  queueDepend,
  queueUndepend,
  queueReplay,
};
