import type { Role } from '../actor/actor.js';
import type { Provenance } from '../actor/provenance.js';
import type { ReviewGrade } from './reviewGrade.js';

/** Where a review run comes from that was not recorded here. */
export interface ReviewOrigin {
  readonly grade: Exclude<ReviewGrade, 'observed'>;
  /** Who imported it. */
  readonly by: string;
  readonly role: Role;
  /** When, in ms UTC. */
  readonly at: number;
  /** Whom the file names as its reviewer. */
  readonly says: { readonly actor: string; readonly role: Role };
}

/** Origins of the runs that were imported, by their ULIDs; all others were recorded here. */
export type ReviewOrigins = ReadonlyMap<string, ReviewOrigin>;

type Who = Omit<Provenance, 'branch' | 'commit_sha'>;

/** The run as whose act it is: of whoever imported it, where that was an agent, whatever the row says. */
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
