import type { ViewRow } from './viewRow.js';

/** A row of the Now view. Its id contains its kind: `section.actions`, `action.A-5`. */
export interface NowRow extends ViewRow {
  readonly icon: string;
  /** Input of the operation behind the row's check box. */
  readonly tick?: { readonly action: string; readonly ticked: boolean } | undefined;
  /** Input of the operations in its menu: `{ slice: 'S-2' }`. */
  readonly input?: Readonly<Record<string, string>> | undefined;
  readonly children?: readonly NowRow[] | undefined;
}
