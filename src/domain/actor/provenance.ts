import { name, oneOf, sha, text } from '../record/column.js';
import type { RecordDefinition, RowOf } from '../record/record.js';
import { roles } from './actor.js';

export const provenanceColumns = {
  actor: name,
  role: oneOf(roles),
  harness: name.orNull,
  model: name.orNull,
  session: name.orNull,
  lane: name.orNull.hidden,
  branch: text(1000).orNull,
  /** Full id of HEAD at that time; null without a repository or commit. */
  commit_sha: sha.orNull.as('commit'),
};

/** Columns added later, which are the last ones of a table. */
export const addedProvenanceColumns = {
  effort: name.orNull,
};

export type Provenance = RowOf<RecordDefinition<string, typeof provenanceColumns & typeof addedProvenanceColumns>>;
