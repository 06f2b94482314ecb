import * as z from 'zod';
import { findingsField, findingsOutput, noteField, revisionField } from '../../records/finding/findingFields.js';
import { defineOperation } from '../operation.js';
import { dismissFindings } from './dismissFindings.js';

export const findingDefer = defineOperation({
  name: 'finding.defer',
  order: 90,
  title: 'Defer Finding',
  menuTitle: 'Defer',
  asks: true,
  summary: 'Defers findings, with a reason; all or none.',
  input: z.strictObject({
    ids: findingsField,
    note: noteField.describe('Why and until when'),
    revision: revisionField,
  }),
  output: findingsOutput,
  effect: 'write',
  mcp: { tool: 'review_findings', action: 'defer', brief: '', rare: ['revision'] },
  cli: { positionals: ['ids'], examples: ['finding defer F-12 F-13 --note "needs the new parser, W-9"'] },
  about: 'finding',
  undo: 'findings',
  icon: 'clock',
  palette: 'finding',
  run: (context, input) => dismissFindings(context, 'defer', input),
});
