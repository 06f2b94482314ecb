import { type RecordPlace, recordPlaceSchema } from '../../../src/protocol/recordContract.js';

/** What a page keeps of itself over a reload: which record it shows, and an answer that was not sent. */
export interface KeptRecord {
  readonly place: RecordPlace | undefined;
  readonly draft: string;
}

/** The page as it was left. */
export function readKept(saved: unknown): KeptRecord {
  const { place, draft } = (saved ?? {}) as Record<keyof KeptRecord, unknown>;
  const read = recordPlaceSchema.safeParse(place);
  return { place: read.success ? read.data : undefined, draft: typeof draft === 'string' ? draft : '' };
}
