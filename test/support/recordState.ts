import type { RecordState } from '../../src/protocol/recordState.js';
import { recordTexts } from '../../src/protocol/recordText.js';

/** The texts of a record's page in English. */
export const textsOfRecord = recordTexts(text => text);

/** What the page of a lane shows of which little is known, but for what `more` says. */
export function recordState(more: Partial<RecordState> = {}): RecordState {
  return {
    phase: 'ready',
    kind: 'lane',
    ref: 'L-1',
    title: 'cart',
    status: null,
    facts: [],
    notice: null,
    acts: [],
    question: null,
    sections: [],
    events: [],
    hasOlder: false,
    ...more,
  };
}
