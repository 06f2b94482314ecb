// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { planAccept } from './planAccept.js';
import { planAnalyse } from './planAnalyse.js';
import { planAttest } from './planAttest.js';
import { planCursors } from './planCursors.js';
import { planDispatch } from './planDispatch.js';
import { planList } from './planList.js';
import { planMove } from './planMove.js';
import { planRegister } from './planRegister.js';
import { planShow } from './planShow.js';
import { planSync } from './planSync.js';

export const planOperations = {
  planRegister,
  planAnalyse,
  planAccept,
  planAttest,
  planSync,
  planList,
  planShow,
  planDispatch,
  planMove,
  planCursors,
};
