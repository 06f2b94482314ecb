/** What a click on a row of the Now view does. */
export interface RowCommand {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** What a row of the Now view shows. Every icon has its meaning in words beside it. */
export interface NowRow {
  /** Unique in the view and lasting: `section.actions`, `action.A-5`. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  /** Theme colour of the icon; undefined takes the usual one. */
  readonly color?: string | undefined;
  /** For when clauses of menus: `now nextAction status:pending`. */
  readonly contextValue: string;
  /** What a screen reader says. */
  readonly spoken: string;
  readonly tooltip?: string | undefined;
  readonly command?: RowCommand | undefined;
  /** For rows that can be ticked: the operation's input for it. */
  readonly tick?: { readonly action: string; readonly ticked: boolean } | undefined;
  /** Input of the operations that its menu offers: `{ slice: 'S-2' }`. */
  readonly input?: Readonly<Record<string, string>> | undefined;
  /** When time alone makes this row wrong, ms UTC. */
  readonly changesAt?: number | undefined;
  /** Rows below it; none where there is nothing to unfold. */
  readonly children?: readonly NowRow[] | undefined;
  /** Unfolded when it is shown for the first time. */
  readonly open?: boolean | undefined;
}
