import { laneAdopt } from './laneAdopt.js';
import { laneAdoptable } from './laneAdoptable.js';
import { laneBringBack } from './laneBringBack.js';
import { laneChanges } from './laneChanges.js';
import { laneClean } from './laneClean.js';
import { laneClose } from './laneClose.js';
import { laneCommits } from './laneCommits.js';
import { laneDistance } from './laneDistance.js';
import { laneList } from './laneList.js';
import { laneLost } from './laneLost.js';
import { laneMarkReviewed } from './laneMarkReviewed.js';
import { laneMayEdit } from './laneMayEdit.js';
import { laneNeedsYou } from './laneNeedsYou.js';
import { laneOverlaps } from './laneOverlaps.js';
import { laneRecordMerged } from './laneRecordMerged.js';
import { laneRepair } from './laneRepair.js';
import { laneRescue, laneRescuePrune, laneRescueRestore, laneRescues } from './laneRescues.js';
import { laneSetup, laneTeardown } from './laneSetupTeardown.js';
import { laneShow } from './laneShow.js';
import { laneUpdate } from './laneUpdate.js';

export const laneOperations = {
  laneList,
  laneShow,
  laneDistance,
  laneChanges,
  laneCommits,
  laneMarkReviewed,
  laneOverlaps,
  laneNeedsYou,
  laneMayEdit,
  laneAdopt,
  laneAdoptable,
  laneUpdate,
  laneClose,
  laneSetup,
  laneTeardown,
  laneClean,
  laneRecordMerged,
  laneRepair,
  laneLost,
  laneBringBack,
  laneRescues,
  laneRescue,
  laneRescueRestore,
  laneRescuePrune,
};
