import type { Tooltip } from './tooltip.js';

export interface RowCommand {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/**
 * A record's look as a row of a view: title, then number and state as the description. The editor cuts long rows, the description first.
 * Each icon's meaning is also in words.
 */
export interface RowLook {
  readonly label: string;
  readonly description: string;
  /** Undefined uses the file icon theme. */
  readonly icon?: string | undefined;
  /** Theme color of the icon; undefined for the default. */
  readonly color?: string | undefined;
  /** For when clauses of menus: `lane state:WORKING status:active`. */
  readonly contextValue: string;
  /** Text for screen readers. */
  readonly spoken: string;
  readonly tooltip?: string | Tooltip | undefined;
  readonly command?: RowCommand | undefined;
  /** Time in ms UTC at which the row becomes wrong without any change. */
  readonly changesAt?: number | undefined;
}

export interface ViewRow extends RowLook {
  /** Unique in the view and stable: the editor remembers by it what is unfolded and selected. */
  readonly id: string;
  /** Absolute path of a file whose icon the row uses instead. */
  readonly file?: string | undefined;
  /** For rows with a check box; `means` describes a tick that does not refer to the row itself. */
  readonly tick?: { readonly ticked: boolean; readonly means?: string } | undefined;
  /** Changes with the content of the lazily read tooltip. */
  readonly revision?: number | string | undefined;
  /** True for a row that can be unfolded, even before its children are known. */
  readonly folds?: boolean | undefined;
  /** Unfolded when first shown. */
  readonly open?: boolean | undefined;
}

/** Returns a label with its facts, in text and spoken form. */
export function labelled(
  label: string,
  facts: readonly (string | undefined)[],
): Pick<RowLook, 'label' | 'description' | 'spoken'> {
  const shown = facts.filter(fact => fact !== undefined);
  return { label, description: shown.join(' · '), spoken: [label, ...shown].join(', ') };
}

/** Returns a row's description without its number, for lists that show the number before the title. */
export function besideRef(ref: string, { description }: Pick<RowLook, 'description'>): string {
  return description === ref ? '' : description.replace(`${ref} · `, '');
}
