import type { Tooltip } from './tooltip.js';

export interface RowCommand {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** A row of a record: title, then state and number as description, which the editor cuts first. Words repeat the icon. */
export interface RowLook {
  readonly label: string;
  readonly description: string;
  /** Undefined uses the file icon theme. */
  readonly icon?: string | undefined;
  /** Theme color; undefined for the default. */
  readonly color?: string | undefined;
  /** For when clauses of menus: `lane state:WORKING status:active`. */
  readonly contextValue: string;
  /** For screen readers. */
  readonly spoken: string;
  readonly tooltip?: string | Tooltip | undefined;
  readonly command?: RowCommand | undefined;
  /** Time in ms UTC at which the row becomes outdated without a change. */
  readonly changesAt?: number | undefined;
}

export interface ViewRow extends RowLook {
  /** Unique in the view and stable: the editor remembers unfolded and selected rows by id. */
  readonly id: string;
  /** Absolute path; the row uses this file's icon instead. */
  readonly file?: string | undefined;
  /** Check box; `means` describes a tick that is not about the row itself. */
  readonly tick?: { readonly ticked: boolean; readonly means?: string } | undefined;
  /** Changes with the content of the tooltip, which is read on demand. */
  readonly revision?: number | string | undefined;
  /** True for a row that unfolds, even if its children are not yet known. */
  readonly folds?: boolean | undefined;
  readonly open?: boolean | undefined;
}

/** Label and facts, as text and for screen readers. */
export function labelled(
  label: string,
  facts: readonly (string | undefined)[],
): Pick<RowLook, 'label' | 'description' | 'spoken'> {
  const shown = facts.filter(fact => fact !== undefined);
  return { label, description: shown.join(' · '), spoken: [label, ...shown].join(', ') };
}

/** Row's description without its number, for lists that show the number before the title. */
export function besideRef(ref: string, { description }: Pick<RowLook, 'description'>): string {
  return description
    .split(' · ')
    .filter(fact => fact !== ref)
    .join(' · ');
}
