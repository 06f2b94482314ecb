import * as z from 'zod';
import { isAtLeast } from '../../domain/evidence/freshness.js';
import { bySeverity } from '../../domain/finding/findingSeverity.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { isReviewStale } from '../../domain/review/countedReview.js';
import { coverageBySeverity, coverageOf } from '../../domain/review/reviewCoverage.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import { reviewModes } from '../../domain/review/reviewRunRow.js';
import { reviewVerdicts } from '../../domain/review/reviewVerdict.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { WorkTree } from '../../git/workTree.js';
import { baseConfigOrDefaults } from '../../records/baseConfig.js';
import { taskField } from '../../records/finding/findingFields.js';
import { workTreeOf } from '../../records/plan/planFile.js';
import { gradedRuns } from '../../records/review/gradedRuns.js';
import { hashesNow } from '../../records/review/reviewSubject.js';
import { readInTask } from '../../records/task/taskAccess.js';
import { defineOperation } from '../operation.js';

/** Max paths and runs in an answer; counts are of all. */
const namedAtMost = 200;

const countSchema = z.object({ open: z.int().nonnegative(), ended: z.int().nonnegative() });
const countsSchema = z.object(bySeverity(() => countSchema));

export const reviewCoverage = defineOperation({
  name: 'review.coverage',
  order: 60,
  title: 'Show Review Coverage',
  summary: 'Shows which changed files of a task were reviewed in their current state, with counts of findings.',
  input: z.strictObject({ task: taskField }),
  output: z.object({
    task: z.string(),
    files: z.object({
      changed: z.int().nonnegative(),
      covered: z.int().nonnegative(),
      /** Changed since they were reviewed. */
      stale: z.array(z.string()),
      uncovered: z.array(z.string()),
      truncated: z.boolean(),
    }),
    findings: countsSchema,
    runs: z.array(
      z.object({
        ref: z.string(),
        subject: z.string(),
        mode: z.enum(reviewModes),
        verdict: z.enum(reviewVerdicts).nullable(),
        stale: z.boolean().nullable(),
        actor: z.string(),
        coveredFiles: z.int().nonnegative(),
        findings: countsSchema,
      }),
    ),
    /** Different reviewers who recorded a verdict that counts. */
    reviewers: z.array(z.string()),
  }),
  effect: 'read',
  mcp: { tool: 'review_runs', action: 'coverage', brief: '', rare: ['task'] },
  cli: { positionals: ['task'], examples: ['review coverage', 'review coverage T-3'] },
  palette: 'task',
  async run(context, input) {
    const workTree = workTreeOf(context);
    const { task, runs, findings } = await readInTask(context, input.task, async (transaction, found) => {
      return {
        task: found,
        runs: await gradedRuns(transaction, await transaction.reviewRuns.ofTask(found.id)),
        findings: await transaction.findings.ofTask(found.id),
      };
    });
    const { minimumGrade } = (await baseConfigOrDefaults(context)).review;
    const hashes = await hashesNow(context, runs);
    const staleness = (run: ReviewRunRow) => isReviewStale(run, hashes.get(run.id));
    const recorded = runs.filter(run => run.status === 'recorded' && isAtLeast(run.grade, minimumGrade));
    const coverage = coverageOf(
      await changedFiles(workTree, task),
      recorded
        .filter(run => run.mode === 'branch')
        .map(run => ({ id: run.id, coveredFiles: pathsOf(run), stale: staleness(run) })),
    );
    return {
      task: formatRef('task', task.number),
      files: {
        changed: coverage.covered.length + coverage.stale.length + coverage.uncovered.length,
        covered: coverage.covered.length,
        stale: coverage.stale.slice(0, namedAtMost),
        uncovered: coverage.uncovered.slice(0, namedAtMost),
        truncated: coverage.stale.length > namedAtMost || coverage.uncovered.length > namedAtMost,
      },
      findings: coverageBySeverity(findings),
      runs: runs.slice(0, namedAtMost).map(run => ({
        ref: formatRef('reviewRun', run.number),
        subject: run.subject_path,
        mode: run.mode,
        verdict: run.verdict,
        stale: staleness(run) ?? null,
        actor: run.actor,
        coveredFiles: pathsOf(run).length,
        findings: coverageBySeverity(findings.filter(finding => finding.review_run_id === run.id)),
      })),
      reviewers: [...new Set(recorded.map(run => run.actor))].sort(),
    };
  },
});

function pathsOf({ covered_files }: ReviewRunRow): string[] {
  return covered_files === '[]' ? [] : (JSON.parse(covered_files) as string[]);
}

/** A task branch's changes against its base, including uncommitted ones where it is checked out. */
async function changedFiles(workTree: WorkTree, task: TaskRow): Promise<string[]> {
  const base = task.base_branch ?? (await workTree.defaultBranch());
  const from = base === undefined ? undefined : await workTree.resolveCommit(base);
  const head = await workTree.head();
  const isHere = task.branch === null || head.branch === task.branch;
  const tip = isHere ? head.commit : await workTree.resolveCommit(`refs/heads/${task.branch}`);
  const changed = isHere && head.commit !== undefined ? (await workTree.changes()).map(change => change.path) : [];
  if (from === undefined || tip === undefined) return changed;
  const start = (await workTree.mergeBase(from, tip)) ?? from;
  return [...(await workTree.changesBetween(start, tip)).map(change => change.path), ...changed];
}
