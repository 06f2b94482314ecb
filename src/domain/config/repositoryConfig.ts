import * as z from 'zod';
import { compactionThresholds } from '../compaction/compactionThresholds.js';
import { mergeWays } from '../lane/mergeWay.js';
import { minimumReviewGrades } from '../review/reviewGrade.js';
import { contextBudgets, contextPolicies } from '../task/contextBudget.js';

/** Where the file is, relative to the top of the worktree. It is tracked; gates read it from the base branch. */
export const configPath = '.stateroom/config.json';

/** `.stateroom/config.json`: what a repository's people agree on. Every field may be left out. */
export const repositoryConfigSchema = z
  .strictObject({
    $schema: z.string().optional(),
    gate: z
      .strictObject({
        commands: z
          .array(z.string().trim().min(1).max(1000))
          .max(20)
          .default([])
          .describe('Commands whose fresh proof a gate asks for, as they are typed.'),
        blockLow: z.boolean().default(false).describe('Open findings of low severity block review-ready too.'),
        push: z
          .enum(['advise', 'review', 'always'])
          .default('review')
          .describe('When git push is refused: never, for tasks in review and protected branches, or always.'),
        minimumGrade: z
          .enum(['said', 'reported', 'observed', 'ci'])
          .default('observed')
          .describe('The weakest grade of proof that a gate takes.'),
        ciKeys: z
          .array(z.string().trim().min(1).max(1000))
          .max(20)
          .default([])
          .describe('Ed25519 public keys, PEM or the base64 in it, of which one signs the receipts of CI jobs.'),
      })
      .prefault({}),
    review: z
      .strictObject({
        independent: z.boolean().default(false).describe('A review counts only when its reviewer is not the author.'),
        reviewers: z.int().min(0).max(5).default(0).describe('How many different reviewers must have passed a branch.'),
        minimumGrade: z
          .enum(minimumReviewGrades)
          .default('observed')
          .describe(
            'The weakest grade of a review that counts; with reported, those in files that a person imported do.',
          ),
      })
      .prefault({}),
    protect: z
      .strictObject({
        branches: z
          .array(z.string().min(1))
          .default(['main', 'master'])
          .describe('Branches that nobody edits directly, as globs.'),
        paths: z
          .array(z.string().min(1))
          .default(['**'])
          .describe('Paths that are code on a protected branch, as globs.'),
        documents: z
          .array(z.string().min(1))
          .default(['**/*.md', '**/*.txt', 'docs/**', '.stateroom/**'])
          .describe('Paths that may be edited on a protected branch all the same.'),
      })
      .prefault({}),
    context: z
      .strictObject({
        budget: z
          .int()
          .min(contextBudgets.least)
          .max(contextBudgets.most)
          .default(contextBudgets.byDefault)
          .describe('Most bytes of what a session is told that asks for no other budget.'),
        policy: z
          .enum(contextPolicies)
          .default('summary')
          .describe('What is done with more than fits: told all the same with a warning, shortened, or refused.'),
      })
      .prefault({}),
    compaction: z
      .strictObject({
        tokens: z
          .int()
          .min(1000)
          .max(10_000_000)
          .default(compactionThresholds.tokens)
          .describe('From how many tokens of context on a harness should compact, estimated.'),
        characters: z
          .int()
          .min(1000)
          .max(100_000_000)
          .default(compactionThresholds.characters)
          .describe('The same in characters, where no estimate of tokens is known.'),
      })
      .prefault({}),
    lane: z
      .strictObject({
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
          .describe('Branch that lanes are merged into; the branch that a lane started from if left out.'),
        setup: z
          .array(z.string().trim().min(1).max(2000))
          .max(20)
          .default([])
          .describe('Commands that make the worktree of a new lane ready, one after the other, run at its top.'),
        teardown: z
          .array(z.string().trim().min(1).max(2000))
          .max(20)
          .default([])
          .describe('Commands that are run at the top of a lane’s worktree before it goes.'),
        commandMinutes: z
          .number()
          .min(0.001)
          .max(1440)
          .default(15)
          .describe('How long each of these commands may take before it is ended, in minutes.'),
        keepIgnored: z
          .int()
          .min(0)
          .max(10_000_000_000)
          .default(20_000_000)
          .describe(
            'Most bytes of ignored files that are kept with a lane’s worktree before it goes, small ones first.',
          ),
        agentsMayReview: z
          .boolean()
          .default(false)
          .describe('Agents approve, merge, cancel and retry lanes too, though never those that they worked in.'),
      })
      .prefault({}),
    hooks: z
      .strictObject({
        format: z
          .string()
          .trim()
          .min(1)
          .optional()
          .describe('A format check that pre-commit runs on the staged files.'),
      })
      .prefault({}),
  })
  .describe('Settings of Stateroom that a repository’s people share.');
export type RepositoryConfig = z.output<typeof repositoryConfigSchema>;
