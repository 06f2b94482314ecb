import * as z from 'zod';
import {
  assigneeSchema,
  keySchema,
  kindSchema,
  labelsSchema,
  payloadSchema,
  prioritySchema,
  titleSchema,
  workItemLimits,
} from '../../domain/workItem/workItem.js';
import { idField, notesField, textField, timeField } from './queueFields.js';

/** Flags of `queue add`, and each line of an import. */
export const addInput = z.strictObject({
  title: titleSchema.describe('What to do, in one line'),
  id: keySchema.optional().describe('Your own stable id; adding it again changes nothing'),
  kind: kindSchema.optional().describe('Any word, for filtering; general by default'),
  payload: payloadSchema.optional().describe('Any JSON, at most 64 kB'),
  priority: prioritySchema.optional().describe('0 (first) to 4; 2 by default'),
  labels: labelsSchema.optional().describe('For filtering; no commas'),
  dependsOn: z
    .array(idField)
    .max(workItemLimits.dependencies)
    .optional()
    .describe('Work items that must be done first'),
  notBefore: timeField.optional().describe('Not ready before: ISO 8601, unix ms or +2h'),
  due: timeField.optional().describe('Due: ISO 8601, unix ms or +2d'),
  question: textField.optional().describe('Question to a person; the item starts in Needs you'),
  notes: notesField.describe('Initial notes'),
  assignee: assigneeSchema.optional().describe('Assignee; next does not give it to others'),
  parent: idField.optional().describe('The work item that it is a part of'),
});
