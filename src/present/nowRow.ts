import type { ViewRow } from './viewRow.js';

/** A row of the Now view, with an id that says what it is: `section.actions`, `action.A-5`. */
export interface NowRow extends ViewRow {
  readonly icon: string;
  /** For rows that can be ticked: the operation's input for it. */
  readonly tick?: { readonly action: string; readonly ticked: boolean } | undefined;
  /** Input of the operations that its menu offers: `{ slice: 'S-2' }`. */
  readonly input?: Readonly<Record<string, string>> | undefined;
  /** Rows below it; none where there is nothing to unfold. */
  readonly children?: readonly NowRow[] | undefined;
}
