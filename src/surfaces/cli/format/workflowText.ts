import type { workflowOperations } from '../../../operations/workflow/workflowOperations.generated.js';
import { briefText } from '../../../reports/briefText.js';
import type { TextsOf } from './resultText.js';

export const texts: TextsOf<typeof workflowOperations> = { ritualBrief: brief => briefText(brief) };
