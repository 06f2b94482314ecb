import * as z from 'zod';
import { findingSchema } from '../../domain/finding/finding.js';
import { checkProofNeeded, fixBurstMs } from '../../domain/finding/findingRule.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { baseConfig } from '../../records/baseConfig.js';
import { commitField, findingsField, noteField, revisionField } from '../../records/finding/findingFields.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';
import { commitAct, findActable } from './actOnFindings.js';
import { branchOfFix, findFixCommit } from './fixCommit.js';
import { findFixProofs } from './fixProof.js';

export const findingFix = defineOperation({
  name: 'finding.fix',
  order: 70,
  title: 'Mark Finding as Fixed',
  menuTitle: 'Mark as Fixed',
  asks: true,
  summary: 'Marks findings as fixed by a later commit, with evidence; all or none.',
  input: z.strictObject({
    ids: findingsField,
    commit: commitField.optional().describe('Commit with the fix; HEAD by default'),
    evidence: wordsField(200).optional().describe('Evidence that passed on exactly that commit: E-4, 4 or ULID'),
    note: noteField.optional().describe('What was done'),
    onBranch: wordsField(300).optional().describe('Unmerged branch with the fix: resolved_on_branch'),
    revision: revisionField,
  }),
  output: z.object({
    findings: z.array(findingSchema),
    /** Full id of the fix; null in a repository without commits. */
    commit: z.string().nullable(),
    pendingUncommitted: z.boolean(),
  }),
  effect: 'write',
  mcp: {
    tool: 'review_findings',
    action: 'fix',
    brief: 'commit, evidence',
    rare: ['commit', 'evidence', 'onBranch', 'revision'],
  },
  cli: {
    positionals: ['ids'],
    examples: [
      'finding fix F-12 --evidence E-4',
      'finding fix F-12 F-13 --commit 3f2a9c1 --evidence E-4 --note "counts the retries"',
      'finding fix F-12 --on-branch feature/w12-retry',
    ],
  },
  about: 'finding',
  undo: 'findings',
  icon: 'check',
  palette: 'finding',
  async run(context, input) {
    const named = await findActable(context, input, input.onBranch === undefined ? 'fix' : 'resolve');
    const onBranch = await branchOfFix(context, named, input);
    const act = onBranch === undefined ? 'fix' : 'resolve';
    const rows = onBranch === input.onBranch ? named : await findActable(context, input, act);
    const { commit, pendingUncommitted } = await findFixCommit(context, rows, { ...input, onBranch });
    const proofs = await findFixProofs(context, rows, commit, input.evidence);
    const { actor } = context;
    const hasProof = proofs.some(proof => proof !== undefined);
    const minimum = hasProof ? (await baseConfig(context)).gate.minimumGrade : 'observed';
    const findings = await commitAct(context, act, rows, async (transaction, now) => {
      const recentFixes = await transaction.findings.fixesSince(actor.name, now - fixBurstMs);
      return (row, index) => {
        const proof = proofs[index];
        throwIfRefused(checkProofNeeded(row, recentFixes + index, { grade: proof?.grade, minimum }));
        return {
          change: {
            note: input.note ?? null,
            fixed_sha: commit,
            fix_evidence_id: proof?.id ?? null,
            resolved_ref: onBranch ?? null,
            resolved_by: actor.name,
            resolved_at: now,
          },
          payload: {
            commit,
            evidence: proof === undefined ? null : formatRef('evidence', proof.number),
            ...(onBranch === undefined ? {} : { branch: onBranch }),
            note: input.note ?? null,
          },
        };
      };
    });
    return { findings, commit, pendingUncommitted };
  },
});
