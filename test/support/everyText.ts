import { findingTexts } from '../../src/surfaces/cli/format/findingText.js';
import { laneText } from '../../src/surfaces/cli/format/laneText.js';
import { planTexts } from '../../src/surfaces/cli/format/planText.js';
import type { LateText } from '../../src/surfaces/cli/format/resultText.js';
import { reviewTexts } from '../../src/surfaces/cli/format/reviewText.js';
import { taskTexts } from '../../src/surfaces/cli/format/taskText.js';
import { textOf } from '../../src/surfaces/cli/format/textOf.js';
import { trustTexts } from '../../src/surfaces/cli/format/trustText.js';
import { actionTexts } from '../../src/surfaces/cli/texts/actionTexts.js';
import { blockerTexts } from '../../src/surfaces/cli/texts/blockerTexts.js';
import { compactionTexts } from '../../src/surfaces/cli/texts/compactionTexts.js';
import { decisionTexts } from '../../src/surfaces/cli/texts/decisionTexts.js';
import { eventsTexts } from '../../src/surfaces/cli/texts/eventsTexts.js';
import { evidenceTexts } from '../../src/surfaces/cli/texts/evidenceTexts.js';
import { gateTexts } from '../../src/surfaces/cli/texts/gateTexts.js';
import { hooksTexts } from '../../src/surfaces/cli/texts/hooksTexts.js';
import { queueTexts } from '../../src/surfaces/cli/texts/queueTexts.js';
import { repositoryTexts } from '../../src/surfaces/cli/texts/repositoryTexts.js';
import { sliceTexts } from '../../src/surfaces/cli/texts/sliceTexts.js';
import { storeTexts } from '../../src/surfaces/cli/texts/storeTexts.js';
import { touchedTexts } from '../../src/surfaces/cli/texts/touchedTexts.js';
import { workflowTexts } from '../../src/surfaces/cli/texts/workflowTexts.js';

const core = textOf({
  ...actionTexts,
  ...blockerTexts,
  ...compactionTexts,
  ...decisionTexts,
  ...eventsTexts,
  ...evidenceTexts,
  ...findingTexts,
  ...gateTexts,
  ...hooksTexts,
  ...planTexts,
  ...queueTexts,
  ...repositoryTexts,
  ...reviewTexts,
  ...sliceTexts,
  ...storeTexts,
  ...taskTexts,
  ...touchedTexts,
  ...trustTexts,
  ...workflowTexts,
});

/** The words of all groups, which the program loads one at a time. */
export const everyText: LateText = (...answer) => core(...answer) ?? laneText(...answer);
