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

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
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
