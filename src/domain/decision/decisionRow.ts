import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import { integer, link, name, numbered, oneOf, repositoryId, text, texts, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';

/** Max characters of texts, and entries of lists. */
export const decisionLimits = {
  id: 160,
  /** Longer ones get a warning. */
  rationaleSoft: 1500,
  rationale: 3000,
  sliceRationale: 4000,
  changedFiles: 500,
  path: 1000,
} as const;

export const decisionOrigins = ['agent', 'human', 'system'] as const;

export const decisionDefinition = new RecordDefinition(
  'decisions',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('decision'),
    task_id: link('task'),
    slice_id: link('slice').orNull,
    /** Format: `<tag>_<kind>_<work ref>_<slug>`. Unique per task and session. */
    decision: text(decisionLimits.id * 2, 1),
    rationale: text(decisionLimits.sliceRationale * 4),
    origin: oneOf(decisionOrigins),
    changed_files: texts(),
    ...provenanceColumns,
    lane: name.orNull,
    created_at: time,
    ...addedProvenanceColumns,
    /** Tokens that the model read and wrote for it, as reported by the caller. */
    input_tokens: integer(0).orNull,
    output_tokens: integer(0).orNull,
  },
  { owner: 'task', word: 'decision', portable: true },
);
export type DecisionRow = RowOf<typeof decisionDefinition>;
