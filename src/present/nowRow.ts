import type { ViewRow } from './viewRow.js';

/** A row of the Now view; its id contains its kind: `section.actions`, `action.A-5`. */
export interface NowRow extends ViewRow {
  readonly icon: string;
  /** The operation's input, for rows with a check box. */
  readonly tick?: { readonly action: string; readonly ticked: boolean } | undefined;
  /** Input of the operations in its menu: `{ slice: 'S-2' }`. */
  readonly input?: Readonly<Record<string, string>> | undefined;
  /** Undefined if the row cannot be unfolded. */
  readonly children?: readonly NowRow[] | undefined;
}
