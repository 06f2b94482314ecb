import { workerApprove } from './workerApprove.js';
import { workerCancel } from './workerCancel.js';
import { workerCommit } from './workerCommit.js';
import { workerDone } from './workerDone.js';
import { workerFail } from './workerFail.js';
import { workerHeartbeat } from './workerHeartbeat.js';
import { workerLogs } from './workerLogs.js';
import { workerMerge } from './workerMerge.js';
import { workerPropose } from './workerPropose.js';
import { workerPush } from './workerPush.js';
import { workerRepairMerge } from './workerRepairMerge.js';
import { workerRequestChanges } from './workerRequestChanges.js';
import { workerRestore } from './workerRestore.js';
import { workerRetry } from './workerRetry.js';
import { workerRun } from './workerRun.js';
import { workerShow } from './workerShow.js';
import { workerSpawn } from './workerSpawn.js';
import { workerStart } from './workerStart.js';
import { workerStatus } from './workerStatus.js';

export const workerOperations = {
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
};
