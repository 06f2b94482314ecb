import * as z from 'zod';

/** Can be opened by a surface. */
export const referenceSchema = z.object({
  kind: z.enum(['workItem', 'task', 'slice', 'finding', 'lane', 'run', 'plan', 'file']),
  /** For a plan or file, its path relative to the worktree root. */
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

/** Each line is a paragraph or list entry. */
export const sectionSchema = z.object({
  heading: z.string(),
  lines: z.array(z.string()),
  /** Mentioned in the lines, relative to the worktree root; may be shown as a tree. */
  files: z.array(z.string()).optional(),
});
export type BriefSection = z.infer<typeof sectionSchema>;

/** Without a model; texts are in the surface's markup. */
export const briefSchema = z.object({
  title: z.string(),
  sections: z.array(sectionSchema),
  references: z.array(referenceSchema),
  /** At most three, most useful first. */
  acts: z.array(actSchema),
  /** One sentence each. */
  missing: z.array(z.string()),
});
export type Brief = z.infer<typeof briefSchema>;
