import { z } from 'zod';
import { type Role, roles } from './actor.js';

/** Who wrote a row, with what, and where they stood; the names are the columns'. */
export interface Provenance {
  readonly actor: string;
  readonly role: Role;
  readonly harness: string | null;
  readonly model: string | null;
  readonly session: string | null;
  readonly lane: string | null;
  readonly branch: string | null;
  /** Full id of HEAD at that moment, null without a repository or a commit. */
  readonly commit_sha: string | null;
}

/** The same as every surface shows it. */
export const provenanceFields = {
  actor: z.string(),
  role: z.enum(roles),
  harness: z.string().nullable(),
  model: z.string().nullable(),
  session: z.string().nullable(),
  branch: z.string().nullable(),
  /** Full id of a commit; null without one. */
  commit: z.string().nullable(),
};

/** A stored row's part of `provenanceFields`. */
export function presentProvenance(row: Omit<Provenance, 'lane'>): z.infer<z.ZodObject<typeof provenanceFields>> {
  const { actor, role, harness, model, session, branch, commit_sha: commit } = row;
  return { actor, role, harness, model, session, branch, commit };
}
