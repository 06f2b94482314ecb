import type { Role } from '../actor/actor.js';
import type { Provenance } from '../actor/provenance.js';
import type { ReviewGrade } from './reviewGrade.js';

export interface ReviewOrigin {
  readonly grade: Exclude<ReviewGrade, 'observed'>;
  readonly by: string;
  readonly role: Role;
  /** Time of the import, ms UTC. */
  readonly at: number;
  /** The reviewer named in the file. */
  readonly says: { readonly actor: string; readonly role: Role };
}

/** Origins of imported runs by ULID; all others were recorded here. */
export type ReviewOrigins = ReadonlyMap<string, ReviewOrigin>;

type Who = Omit<Provenance, 'branch' | 'commit_sha'>;

/** Attributes an agent's import to that agent, whatever the row says. */
export function asRecordedBy<Row extends Who>(row: Row, origin: ReviewOrigin | undefined): Row {
  if (origin?.grade !== 'said' || (row.actor === origin.by && row.role === origin.role)) return row;
  return {
    ...row,
    actor: origin.by,
    role: origin.role,
    harness: null,
    model: null,
    effort: null,
    session: null,
    lane: null,
  };
}
