import * as z from 'zod';
import { archivedField } from '../../records/archivedField.js';
import { findFinding, presentOneFinding } from '../../records/finding/findingAccess.js';
import { findingField, findingOutput } from '../../records/finding/findingFields.js';
import { defineOperation } from '../operation.js';

export const findingShow = defineOperation({
  name: 'finding.show',
  order: 40,
  title: 'Show Finding',
  menuTitle: 'Show',
  summary: 'Shows a finding with its location, evidence and outcome.',
  input: z.strictObject({ id: findingField, archived: archivedField }),
  output: findingOutput,
  effect: 'read',
  mcp: { tool: 'review_findings', action: 'show', brief: '', rare: ['archived'], whole: 'finding' },
  cli: { positionals: ['id'], examples: ['finding show F-12', 'finding show retry-loop --json'] },
  about: 'finding',
  palette: 'finding',
  run: (context, input) =>
    context.store.read(async transaction => {
      const row = await findFinding(context, transaction, input.id);
      return { finding: await presentOneFinding(transaction, row) };
    }),
});
