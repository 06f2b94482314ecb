import { name, oneOf, sha, text } from '../record/column.js';
import type { RecordDefinition, RowOf } from '../record/record.js';
import { roles } from './actor.js';

/** Who wrote a row, with what, and where they were. */
export const provenanceColumns = {
  actor: name,
  role: oneOf(roles),
  harness: name.orNull,
  model: name.orNull,
  session: name.orNull,
  lane: name.orNull.hidden,
  branch: text(1000).orNull,
  /** Full id of HEAD at that moment, null without a repository or a commit. */
  commit_sha: sha.orNull.as('commit'),
};

/** The same, added later: they are the last columns of a table. */
export const addedProvenanceColumns = {
  /** The model's reasoning level. */
  effort: name.orNull,
};

export type Provenance = RowOf<RecordDefinition<string, typeof provenanceColumns & typeof addedProvenanceColumns>>;
