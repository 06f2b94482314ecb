// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { agentCost } from './agent/agentCost.js';
import { agentList } from './agent/agentList.js';
import { agentPermit } from './agent/agentPermit.js';
import { agentRestore } from './agent/agentRestore.js';
import { agentSay } from './agent/agentSay.js';
import { agentShow } from './agent/agentShow.js';
import { agentStart } from './agent/agentStart.js';
import { agentStop } from './agent/agentStop.js';
import { agentTranscript } from './agent/agentTranscript.js';
import { controlPlan } from './control/controlPlan.js';
import { controlRead } from './control/controlRead.js';
import { controlReport } from './control/controlReport.js';
import { controlStart } from './control/controlStart.js';
import { controlStop } from './control/controlStop.js';
import { controlWhy } from './control/controlWhy.js';
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
import { laneWhy } from './laneWhy.js';
import { messageAcknowledge } from './message/messageAcknowledge.js';
import { messageExport } from './message/messageExport.js';
import { messageList } from './message/messageList.js';
import { messageSend } from './message/messageSend.js';
import { reportAcknowledge } from './report/reportAcknowledge.js';
import { reportList } from './report/reportList.js';
import { reportSubmit } from './report/reportSubmit.js';
import { settlingFirst } from './settlingFirst.js';
import { workerApprove } from './worker/workerApprove.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerCommit } from './worker/workerCommit.js';
import { workerDone } from './worker/workerDone.js';
import { workerFail } from './worker/workerFail.js';
import { workerHeartbeat } from './worker/workerHeartbeat.js';
import { workerLogs } from './worker/workerLogs.js';
import { workerMerge } from './worker/workerMerge.js';
import { workerPropose } from './worker/workerPropose.js';
import { workerPush } from './worker/workerPush.js';
import { workerRepairMerge } from './worker/workerRepairMerge.js';
import { workerRequestChanges } from './worker/workerRequestChanges.js';
import { workerRestore } from './worker/workerRestore.js';
import { workerRetry } from './worker/workerRetry.js';
import { workerRun } from './worker/workerRun.js';
import { workerShow } from './worker/workerShow.js';
import { workerSpawn } from './worker/workerSpawn.js';
import { workerStart } from './worker/workerStart.js';
import { workerStatus } from './worker/workerStatus.js';

export const laneOperations = settlingFirst({
  laneList,
  laneShow,
  laneDistance,
  laneChanges,
  laneCommits,
  laneMarkReviewed,
  laneWhy,
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
  agentList,
  agentStart,
  agentStop,
  agentSay,
  agentPermit,
  agentTranscript,
  agentRestore,
  agentShow,
  agentCost,
  controlPlan,
  controlWhy,
  controlStart,
  controlStop,
  controlReport,
  controlRead,
  workerSpawn,
  workerStatus,
  workerShow,
  workerStart,
  workerCommit,
  workerPush,
  workerPropose,
  workerRun,
  workerHeartbeat,
  workerLogs,
  workerDone,
  workerFail,
  workerApprove,
  workerRequestChanges,
  workerMerge,
  workerRepairMerge,
  workerCancel,
  workerRetry,
  workerRestore,
  messageSend,
  messageList,
  messageAcknowledge,
  messageExport,
  reportSubmit,
  reportList,
  reportAcknowledge,
});
