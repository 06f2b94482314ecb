import * as z from 'zod';

/** A mention in a brief that a surface can open. */
export const referenceSchema = z.object({
  kind: z.enum(['workItem', 'task', 'slice', 'finding', 'lane', 'run', 'plan', 'file']),
  /** `W-3`, `T-2`, `F-7`; for a plan or file its path, relative to the worktree root. */
  ref: z.string(),
  /** From 1; files only. */
  line: z.int().min(1).optional(),
});
export type BriefReference = z.infer<typeof referenceSchema>;

export const actSchema = z.object({
  title: z.string(),
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
});
export type BriefAct = z.infer<typeof actSchema>;

/** Lines below one heading, each a paragraph or list entry. */
export const sectionSchema = z.object({
  heading: z.string(),
  lines: z.array(z.string()),
  /** Files mentioned in the lines, relative to the worktree root; a surface may show them as a tree. */
  files: z.array(z.string()).optional(),
});
export type BriefSection = z.infer<typeof sectionSchema>;

/** Result of a workflow without a model; texts are in the markup of the requesting surface. */
export const briefSchema = z.object({
  title: z.string(),
  sections: z.array(sectionSchema),
  references: z.array(referenceSchema),
  /** At most three, most useful first. */
  acts: z.array(actSchema),
  /** Missing information that would help, one sentence each. */
  missing: z.array(z.string()),
});
export type Brief = z.infer<typeof briefSchema>;
