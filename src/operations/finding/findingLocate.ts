import * as z from 'zod';
import { findingSchema } from '../../domain/finding/finding.js';
import { findingLimits } from '../../domain/finding/findingRow.js';
import { refusalError, refuse } from '../../domain/refusal/refusal.js';
import { readPath } from '../../records/finding/checkFinding.js';
import { contextAsOf } from '../../records/finding/contextAsOf.js';
import { findFindings, presentFindings } from '../../records/finding/findingAccess.js';
import { commitField, findingsField } from '../../records/finding/findingFields.js';
import { locateFindings } from '../../records/finding/locateFindings.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

const maxInFile = 500;

export const findingLocate = defineOperation({
  name: 'finding.locate',
  order: 50,
  title: 'Locate Findings',
  summary: 'Locates findings after edits, renames and rebases; outdated when their text is gone.',
  input: z.strictObject({
    ids: findingsField.optional().describe('Findings: F-12, 12, ULID or own id'),
    path: wordsField(findingLimits.path).optional().describe('All open findings recorded in this file or folder'),
    commit: commitField.optional().describe('Commit in whose files they are located, instead of the worktree'),
  }),
  output: z.object({
    places: z.array(
      z.object({
        finding: findingSchema,
        /** Also after a rename. */
        path: z.string(),
        /** From 1; null for the whole file, and if outdated. */
        lineStart: z.int().positive().nullable(),
        lineEnd: z.int().positive().nullable(),
        outdated: z.boolean(),
      }),
    ),
  }),
  effect: 'read',
  mcp: { tool: 'review_findings', action: 'locate', listed: 'never', brief: '' },
  cli: {
    paths: { path: 'path' },
    positionals: ['ids'],
    exclusive: [['ids', 'path']],
    examples: ['finding locate F-12', 'finding locate --path src/store'],
  },
  palette: false,
  async run(context, { ids, path, commit }) {
    const { workTree } = await contextAsOf(context, commit);
    if (workTree === undefined) {
      return refuse('no_repository', 'findings.locateNeedsWorkTree', { hint: 'findings.locateNeedsWorkTreeHint' });
    }
    if (ids === undefined && path === undefined) {
      throw refusalError('invalid_input', 'findings.nothingNamed', { hint: 'findings.nothingNamedHint' });
    }
    const { rows, findings } = await context.store.read(async transaction => {
      const rows =
        ids === undefined
          ? await transaction.findings.list({
              status: 'open',
              path: readPath(context, path ?? ''),
              order: 'path',
              limit: maxInFile,
              after: undefined,
            })
          : await findFindings(context, transaction, ids);
      return { rows, findings: await presentFindings(transaction, rows) };
    });
    const places = await locateFindings(workTree, rows);
    return {
      places: findings.flatMap(finding => {
        const place = places.get(finding.id);
        if (place === undefined) return [];
        const { lines, outdated } = place;
        return [{ finding, path: place.path, lineStart: lines?.start ?? null, lineEnd: lines?.end ?? null, outdated }];
      }),
    };
  },
});
