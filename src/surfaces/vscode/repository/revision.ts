import type * as vscode from 'vscode';
import * as z from 'zod';
import type { RepositoryRef } from './repositoryRef.js';

/** Scheme of files as they were at a commit; named in the when clauses of menus. */
export const revisionScheme = 'stateroom-revision';

const sideSchema = z.object({
  /** Relative to the worktree's top, with `/`. */
  path: z.string().min(1),
  /** Full id; empty for a file that is on the other side alone. */
  commit: z.string().regex(/^[0-9a-f]*$/),
});

export const revisionSchema = sideSchema.extend({
  /** The repository's id. */
  repository: z.string().min(1),
  /** Absolute path of the worktree's top. */
  top: z.string().min(1),
  /** The lane whose diff it is a side of: its name. */
  lane: z.string().min(1),
  side: z.enum(['base', 'head']),
  /** The same file on the other side. */
  across: sideSchema,
  /** True in the diff of a commit or a slice: what is judged there is not the lane as a whole. */
  part: z.literal(true).optional(),
});

/** A file of a lane at a commit: the head of a diff, as the lane's last commit, or what that is compared with. */
export type Revision = z.output<typeof revisionSchema>;

/** What an address made by `revisionUri` stands for; undefined for any other. */
export function revisionOf(uri: vscode.Uri): Revision | undefined {
  if (uri.scheme !== revisionScheme) return undefined;
  try {
    return revisionSchema.safeParse(JSON.parse(uri.query)).data;
  } catch {
    return undefined;
  }
}

/** The worktree that calls about it are made in. */
export function standingOfRevision({ repository, top }: Revision): RepositoryRef {
  return { repository, folder: top, top };
}
