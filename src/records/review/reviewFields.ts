import * as z from 'zod';
import { reviewRunSchema } from '../../domain/review/reviewRun.js';
import { reviewLimits, reviewModes, reviewSubjectKinds } from '../../domain/review/reviewRunRow.js';
import { keySchema } from '../../domain/workItem/workItem.js';
import { namedField, wordsField } from '../textFields.js';

export const reviewRunField = namedField(reviewLimits.key).describe('Review run: V-2, 2, ULID or its own id');

export const subjectFields = {
  subject: wordsField(reviewLimits.subject)
    .optional()
    .describe('Branch, lane such as L-2, or path of a document; default: the current branch'),
  kind: z
    .enum([...reviewSubjectKinds, 'staged'])
    .optional()
    .describe('Default: from the subject; staged: the content of the next commit'),
  mode: z.enum(reviewModes).optional().describe('Default: branch for branches, planning for documents'),
  id: keySchema.optional().describe('Your own id; using it again returns the same run'),
};

export const verdictFields = {
  summary: wordsField(reviewLimits.summary).optional().describe('Summary of the review, in a few sentences'),
  coveredFiles: z
    .array(wordsField(reviewLimits.path))
    .max(reviewLimits.coveredFiles)
    .optional()
    .describe('Reviewed paths'),
};

export const reviewRunOutput = z.object({ run: reviewRunSchema });
