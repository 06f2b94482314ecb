import * as z from 'zod';

/** Something that a brief speaks of and that a surface can open. */
export const referenceSchema = z.object({
  kind: z.enum(['workItem', 'task', 'slice', 'finding', 'lane', 'run', 'plan', 'file']),
  /** `W-3`, `T-2`, `F-7`; of a plan or a file its path, relative to the worktree root. */
  ref: z.string(),
  /** From 1; only for a file. */
  line: z.int().min(1).optional(),
});
export type BriefReference = z.infer<typeof referenceSchema>;

/** Something to do next: an operation of the catalogue with its whole input. */
export const actSchema = z.object({
  title: z.string(),
  /** `task.scope` */
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
});
export type BriefAct = z.infer<typeof actSchema>;

/** Lines below one heading, each a paragraph or an entry of a list. */
export const sectionSchema = z.object({
  heading: z.string(),
  lines: z.array(z.string()),
  /** Files that the lines are about, relative to the worktree root: a surface may show them as a tree. */
  files: z.array(z.string()).optional(),
});
export type BriefSection = z.infer<typeof sectionSchema>;

/** What a workflow finds out without a model; texts are in the markup of the surface that asked. */
export const briefSchema = z.object({
  title: z.string(),
  sections: z.array(sectionSchema),
  references: z.array(referenceSchema),
  /** At most three, the one that makes most sense first. */
  acts: z.array(actSchema),
  /** What is not there and would help, a sentence each. */
  missing: z.array(z.string()),
});
export type Brief = z.infer<typeof briefSchema>;
