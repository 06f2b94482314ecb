import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { budgetShape } from '../agentSession/budget.js';
import { compactionThresholds } from '../compaction/compactionThresholds.js';
import { mergeWays } from '../lane/mergeWay.js';
import { independenceWays } from '../review/independence.js';
import { minimumReviewGrades } from '../review/reviewGrade.js';
import { contextBudgets, contextPolicies } from '../task/contextBudget.js';
import { isTimeZone } from '../time/timeZone.js';
import { controlConfigSchema } from './controlConfig.js';

export const usualBranchPrefix = 'feature/';

/** `.stateroom/config.json`: shared settings of a repository. Every field is optional. */
export const repositoryConfigSchema = z
  .strictObject({
    $schema: z.string().optional(),
    gate: z
      .strictObject({
        commands: z
          .array(z.string().trim().min(1).max(1000))
          .max(20)
          .default([])
          .describe('Commands that need fresh passing evidence before a gate passes, as typed.'),
        blockLow: z.boolean().default(false).describe('Whether open low-severity findings also block review-ready.'),
        push: z
          .enum(['advise', 'review', 'always'])
          .default('review')
          .describe('When git push is refused: never, for tasks in review and protected branches, or always.'),
        minimumGrade: z
          .enum(['said', 'reported', 'observed', 'ci'])
          .default('observed')
          .describe('The minimum grade of evidence that a gate accepts.'),
        ciKeys: z
          .array(z.string().trim().min(1).max(1000))
          .max(20)
          .default([])
          .describe('Ed25519 public keys (PEM or its base64 content) that verify receipts of CI jobs.'),
      })
      .prefault({}),
    review: z
      .strictObject({
        independent: z
          .boolean()
          .default(false)
          .describe('Whether a review counts only if its reviewer is not the author.'),
        independence: z
          .array(z.enum(independenceWays))
          .min(1)
          .max(independenceWays.length)
          .optional()
          .describe(
            'How a reviewer must differ from the authors, in all ways named: a person who is not an author; another person or session (the default with independent); another model family.',
          ),
        reviewers: z.int().min(0).max(5).default(0).describe('Number of different reviewers who must pass a branch.'),
        maxLines: z
          .int()
          .min(1)
          .max(10_000_000)
          .optional()
          .describe('Lines changed by a branch over which it is said to be too large to review; not set: no limit.'),
        holdSession: z
          .boolean()
          .default(false)
          .describe('Whether the session of an agent goes on until the review of its lane has an answer.'),
        coAuthored: z
          .boolean()
          .default(false)
          .describe(
            'Whether a commit that names a coding agent as co-author needs a passing review of exactly what is staged.',
          ),
        minimumGrade: z
          .enum(minimumReviewGrades)
          .default('observed')
          .describe(
            'The minimum grade of a review that counts; reported includes reviews that a person imported from a file.',
          ),
      })
      .prefault({}),
    protect: z
      .strictObject({
        branches: z
          .array(z.string().min(1))
          .default(['main', 'master'])
          .describe('Branches that must not be edited directly, as globs.'),
        paths: z
          .array(z.string().min(1))
          .default(['**'])
          .describe('Paths that count as code on a protected branch, as globs.'),
        documents: z
          .array(z.string().min(1))
          .default(['**/*.md', '**/*.txt', 'docs/**', '.stateroom/**'])
          .describe('Paths that may be edited even on a protected branch.'),
        edits: z
          .enum(['allow', 'advise', 'refuse'])
          .default('advise')
          .describe(
            'What an agent’s edit hook says of other paths there: nothing, advice once a session, or a refusal; also for people’s commits of a lane’s files.',
          ),
      })
      .prefault({}),
    context: z
      .strictObject({
        budget: z
          .int()
          .min(contextBudgets.least)
          .max(contextBudgets.most)
          .default(contextBudgets.byDefault)
          .describe('Default maximum size of the session context, in bytes.'),
        policy: z
          .enum(contextPolicies)
          .default('summary')
          .describe('What to do if it is larger: return it with a warning, shorten it, or refuse.'),
      })
      .prefault({}),
    compaction: z
      .strictObject({
        tokens: z
          .int()
          .min(1000)
          .max(10_000_000)
          .default(compactionThresholds.tokens)
          .describe('Estimated context size in tokens at which a harness should compact.'),
        characters: z
          .int()
          .min(1000)
          .max(100_000_000)
          .default(compactionThresholds.characters)
          .describe('The same in characters, if the number of tokens is unknown.'),
      })
      .prefault({}),
    lane: z
      .strictObject({
        branchPrefix: z
          .string()
          .max(100)
          .regex(/^(?:[\w+-][\w.+-]*\/?)*$/)
          .refine(prefix => !/\.\.|\.\/|\.lock\/|^-/.test(prefix))
          .default(usualBranchPrefix)
          .describe('Prefix of the branches of new lanes and tasks, such as work/; may be empty.'),
        base: z
          .string()
          .trim()
          .min(1)
          .max(500)
          .optional()
          .describe('Branch that new lanes and tasks start from; default: the default branch.'),
        merge: z
          .enum(mergeWays)
          .default('merge')
          .describe('How a lane’s branch is merged: with a merge commit, as one commit, or commit by commit on top.'),
        integration: z
          .string()
          .trim()
          .min(1)
          .max(500)
          .optional()
          .describe('Branch that lanes are merged into; default: the branch a lane started from.'),
        pullRequest: z
          .boolean()
          .default(false)
          .describe('Whether lanes are merged at the git host, through a pull request, and not here.'),
        copy: z
          .array(z.string().trim().min(1).max(500))
          .max(20)
          .optional()
          .describe(
            'Ignored files and folders of the main worktree that a new lane gets a copy of before its setup, as globs, such as .env*.',
          ),
        setup: z
          .array(z.string().trim().min(1).max(2000))
          .max(20)
          .default([])
          .describe('Commands that set up the worktree of a new lane, run in order in its root.'),
        teardown: z
          .array(z.string().trim().min(1).max(2000))
          .max(20)
          .default([])
          .describe('Commands that run in the root of a lane’s worktree before it is removed.'),
        commandMinutes: z
          .number()
          .min(0.001)
          .max(1440)
          .default(15)
          .describe('Time limit for each of these commands, in minutes.'),
        keepIgnored: z
          .int()
          .min(0)
          .max(10_000_000_000)
          .default(20_000_000)
          .describe(
            'Maximum size in bytes of ignored files that are backed up when a lane’s worktree is removed, smallest first.',
          ),
        agentsMayReview: z
          .boolean()
          .default(false)
          .describe('Whether agents may approve, merge, cancel and retry lanes, except those they worked in.'),
      })
      .prefault({}),
    budget: z.strictObject(budgetShape).prefault({}),
    questions: z
      .strictObject({
        ifNoAnswer: z
          .boolean()
          .default(true)
          .describe('Whether an agent may name the choice it goes on with if nobody answers its question in time.'),
      })
      .prefault({}),
    reports: z
      .strictObject({
        timeZone: z
          .string()
          .refine(isTimeZone, problem(message('schema.notTimeZone')))
          .default('UTC')
          .describe('Time zone in which the days and weeks of retrospectives begin, such as Europe/Berlin.'),
        dashboardFile: z
          .boolean()
          .default(false)
          .describe('Whether .stateroom/dashboard.md of the main worktree is kept up to date.'),
      })
      .prefault({}),
    control: controlConfigSchema.prefault({}),
    hooks: z
      .strictObject({
        format: z
          .string()
          .trim()
          .min(1)
          .optional()
          .describe('A format check that the pre-commit hook runs on the staged files.'),
      })
      .prefault({}),
  })
  .describe('Stateroom settings shared by everyone working on a repository.');
export type RepositoryConfig = z.output<typeof repositoryConfigSchema>;
