import type { Tooltip } from './tooltip.js';

/** What a click on a row does. */
export interface RowCommand {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/**
 * How a record looks as a row of a view: its title has the room, beside it are its number and its state in words; the editor
 * cuts what is too long, the description first. Every icon has its meaning in words beside it.
 */
export interface RowLook {
  readonly label: string;
  readonly description: string;
  /** Undefined leaves it to the icons that the person chose for files. */
  readonly icon?: string | undefined;
  /** Theme colour of the icon; undefined takes the usual one. */
  readonly color?: string | undefined;
  /** For when clauses of menus: `lane state:WORKING status:active`. */
  readonly contextValue: string;
  /** What a screen reader says. */
  readonly spoken: string;
  readonly tooltip?: string | Tooltip | undefined;
  readonly command?: RowCommand | undefined;
  /** When time alone makes this row wrong, ms UTC. */
  readonly changesAt?: number | undefined;
}

/** A row of a view. */
export interface ViewRow extends RowLook {
  /** Unique in the view and lasting: the editor remembers by it what is unfolded and selected. */
  readonly id: string;
  /** Absolute path of a file whose icon the row takes instead. */
  readonly file?: string | undefined;
  /** For rows with a check box; `means` is what a tick means, where that is not the row itself. */
  readonly tick?: { readonly ticked: boolean; readonly means?: string } | undefined;
  /** Changes with what is only read when the row is pointed at. */
  readonly revision?: number | string | undefined;
  /** Can be unfolded, also while no row below it is known. */
  readonly folds?: boolean | undefined;
  /** Unfolded when it is shown for the first time. */
  readonly open?: boolean | undefined;
}

/** A name with what is known of it, as it is seen and as it is heard. */
export function labelled(
  label: string,
  facts: readonly (string | undefined)[],
): Pick<RowLook, 'label' | 'description' | 'spoken'> {
  const shown = facts.filter(fact => fact !== undefined);
  return { label, description: shown.join(' · '), spoken: [label, ...shown].join(', ') };
}

/** What a row says of a record beside its number, for lists in which the number is before the title. */
export function besideRef(ref: string, { description }: Pick<RowLook, 'description'>): string {
  return description === ref ? '' : description.replace(`${ref} · `, '');
}
