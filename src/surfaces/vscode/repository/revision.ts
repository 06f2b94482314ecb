import type * as vscode from 'vscode';
import * as z from 'zod';
import type { RepositoryRef } from './repositoryRef.js';

/** Scheme of files at a commit; named in the when clauses of menus. */
export const revisionScheme = 'stateroom-revision';

const sideSchema = z.object({
  /** Relative to the worktree's top, with `/`. */
  path: z.string().min(1),
  /** Full id; empty if the file exists only on the other side. */
  commit: z.string().regex(/^[0-9a-f]*$/),
});

export const revisionSchema = sideSchema.extend({
  repository: z.string().min(1),
  /** Absolute path of the worktree's top. */
  top: z.string().min(1),
  /** Name of the lane that the diff belongs to. */
  lane: z.string().min(1),
  side: z.enum(['base', 'head']),
  /** The file on the other side. */
  across: sideSchema,
  /** True in the diff of a commit or a slice: findings there are not about the lane as a whole. */
  part: z.literal(true).optional(),
});

/** A file of a lane at a commit: the lane's last one on the head side, the compared one on the base side. */
export type Revision = z.output<typeof revisionSchema>;

/** Parses a URI made by `revisionUri`; undefined for any other. */
export function revisionOf(uri: vscode.Uri): Revision | undefined {
  if (uri.scheme !== revisionScheme) return undefined;
  try {
    return revisionSchema.safeParse(JSON.parse(uri.query)).data;
  } catch {
    return undefined;
  }
}

export function standingOfRevision({ repository, top }: Revision): RepositoryRef {
  return { repository, folder: top, top };
}
