// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { findingDefer } from './findingDefer.js';
import { findingExport } from './findingExport.js';
import { findingFix } from './findingFix.js';
import { findingImport } from './findingImport.js';
import { findingIntegrate } from './findingIntegrate.js';
import { findingList } from './findingList.js';
import { findingLocate } from './findingLocate.js';
import { findingMerge } from './findingMerge.js';
import { findingProve } from './findingProve.js';
import { findingRecord } from './findingRecord.js';
import { findingRecordMany } from './findingRecordMany.js';
import { findingReopen } from './findingReopen.js';
import { findingReply } from './findingReply.js';
import { findingShow } from './findingShow.js';
import { findingSupersede } from './findingSupersede.js';
import { findingWontfix } from './findingWontfix.js';
import { findingWorkItem } from './findingWorkItem.js';

export const findingOperations = {
  findingRecord,
  findingRecordMany,
  findingList,
  findingShow,
  findingLocate,
  findingReply,
  findingFix,
  findingWontfix,
  findingDefer,
  findingReopen,
  findingSupersede,
  findingIntegrate,
  findingMerge,
  findingWorkItem,
  findingProve,
  findingImport,
  findingExport,
};
