import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { askChoice, back, type ChoiceRow } from '../support/prompt.js';
import { hasTrait, isFiltered, toggled } from '../views/rememberedFilter.js';

/** A filter of a view, of which an absent field narrows nothing. */
type Filter = { readonly text?: string | undefined };

interface FilterQuestion<F> {
  readonly title: string;
  readonly placeholder: string;
  readonly rows: readonly ChoiceRow<F>[] | Promise<readonly ChoiceRow<F>[]>;
  /** The row for what was typed. */
  found(text: string): string;
}

/** Asks how a view is narrowed: by one of the rows, or by a text that is typed. Undefined when the person closed the box. */
export async function askFilter<F extends Filter>(
  filter: F,
  { found, ...question }: FilterQuestion<F>,
): Promise<F | undefined> {
  const clear = { label: l10n.t('$(clear-all) Clear filter'), value: {} as F };
  const rows = Promise.resolve(question.rows).then(own => (isFiltered(filter) ? [clear, ...own] : own));
  const chosen = await askChoice<F>({
    ...question,
    rows,
    search: async text => {
      const wanted = text.trim().slice(0, 200);
      if (wanted === '') return rows;
      return [{ label: found(wanted), alwaysShow: true, value: { ...filter, text: wanted } }, ...(await rows)];
    },
  });
  return chosen === back ? undefined : chosen;
}

/** A heading with the traits below it. */
export function filterGroup<F>(heading: string, rows: readonly ChoiceRow<F>[]): readonly ChoiceRow<F>[] {
  return [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}

/** A row that narrows the filter by one more trait, or takes the trait away when it is set already. */
export function filterRow<F extends Filter>(filter: F, trait: F, word: string, icon: string, more = ''): ChoiceRow<F> {
  const isSet = hasTrait(filter, trait);
  return {
    label: `$(${isSet ? 'check' : icon}) ${word}`,
    description: isSet ? l10n.t('current filter (select to remove)') : more,
    value: toggled(filter, trait),
  };
}
