import * as z from 'zod';
import { findingsField, findingsOutput, noteField, revisionField } from '../../records/finding/findingFields.js';
import { defineOperation } from '../operation.js';
import { dismissFindings } from './dismissFindings.js';

export const findingWontfix = defineOperation({
  name: 'finding.wontfix',
  order: 80,
  title: 'Mark as Won’t Fix',
  asks: true,
  summary: 'Closes findings as won’t fix, with a reason; all or none.',
  input: z.strictObject({
    ids: findingsField,
    note: noteField.describe('Why it will not be fixed'),
    revision: revisionField,
  }),
  output: findingsOutput,
  effect: 'write',
  mcp: { tool: 'review_findings', action: 'wontfix', brief: '', rare: ['revision'] },
  cli: { positionals: ['ids'], examples: ['finding wontfix F-12 --note "the API guarantees it"'] },
  about: 'finding',
  undo: 'findings',
  icon: 'circle-slash',
  palette: 'finding',
  run: (context, input) => dismissFindings(context, 'wontfix', input),
});
