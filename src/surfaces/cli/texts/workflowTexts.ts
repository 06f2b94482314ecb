import { ritualBrief } from '../../../operations/workflow/ritualBrief.js';
import { briefText } from '../../../reports/briefText.js';

/** What the answers of operations on workflows say to a person. */
export const workflowTexts = {
  [ritualBrief.name]: briefText,
} as const;
