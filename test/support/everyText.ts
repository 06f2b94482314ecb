import { texts as ofEvents } from '../../src/surfaces/cli/format/eventsText.js';
import { texts as ofFindings } from '../../src/surfaces/cli/format/findingText.js';
import { texts as ofGates } from '../../src/surfaces/cli/format/gateText.js';
import { texts as ofHandoff } from '../../src/surfaces/cli/format/handoffText.js';
import { texts as ofImports } from '../../src/surfaces/cli/format/importText.js';
import { texts as ofLanes } from '../../src/surfaces/cli/format/laneText.js';
import { texts as ofPlans } from '../../src/surfaces/cli/format/planText.js';
import { texts as ofProofs } from '../../src/surfaces/cli/format/proofText.js';
import { texts as ofQueue } from '../../src/surfaces/cli/format/queueText.js';
import { texts as ofRepository } from '../../src/surfaces/cli/format/repositoryText.js';
import type { Texts } from '../../src/surfaces/cli/format/resultText.js';
import { texts as ofRetros } from '../../src/surfaces/cli/format/retroText.js';
import { texts as ofReviews } from '../../src/surfaces/cli/format/reviewText.js';
import { texts as ofRuns } from '../../src/surfaces/cli/format/runText.js';
import { texts as ofSnapshots } from '../../src/surfaces/cli/format/snapshotText.js';
import { texts as ofStore } from '../../src/surfaces/cli/format/storeText.js';
import { texts as ofTasks } from '../../src/surfaces/cli/format/taskText.js';
import { texts as ofTrust } from '../../src/surfaces/cli/format/trustText.js';
import { texts as ofWorkflows } from '../../src/surfaces/cli/format/workflowText.js';

/** How the answers of all groups are told, which the program loads one at a time. */
export const everyText: Texts = {
  ...ofEvents,
  ...ofFindings,
  ...ofGates,
  ...ofHandoff,
  ...ofImports,
  ...ofLanes,
  ...ofPlans,
  ...ofProofs,
  ...ofQueue,
  ...ofRepository,
  ...ofRetros,
  ...ofReviews,
  ...ofRuns,
  ...ofSnapshots,
  ...ofStore,
  ...ofTasks,
  ...ofTrust,
  ...ofWorkflows,
};
