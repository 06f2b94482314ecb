import { type RecordPlace, recordPlaceSchema } from '../../../src/protocol/recordContract.js';

/** State of a page that survives a reload: its record, and an unsent answer. */
export interface KeptRecord {
  readonly place: RecordPlace | undefined;
  readonly draft: string;
}

export function readKept(saved: unknown): KeptRecord {
  const { place, draft } = (saved ?? {}) as Record<keyof KeptRecord, unknown>;
  const read = recordPlaceSchema.safeParse(place);
  return { place: read.success ? read.data : undefined, draft: typeof draft === 'string' ? draft : '' };
}
