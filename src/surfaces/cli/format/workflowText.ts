import type { workflowOperations } from '../../../operations/workflow/workflowOperations.js';
import { briefText } from '../../../reports/briefText.js';
import type { TextsOf } from './resultText.js';

/** What operations on workflows say to a person. */
export const texts: TextsOf<typeof workflowOperations> = { ritualBrief: briefText };
