import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { askChoice, back, type ChoiceRow } from '../support/prompt.js';
import { hasTrait, isFiltered, toggled } from '../views/rememberedFilter.js';

/** A filter of a view; absent fields do not restrict it. */
type Filter = { readonly text?: string | undefined };

interface FilterQuestion<F> {
  readonly title: string;
  readonly placeholder: string;
  readonly rows: readonly ChoiceRow<F>[] | Promise<readonly ChoiceRow<F>[]>;
  found(text: string): string;
}

/** Asks for a filter of a view: one of the rows or a typed text. Undefined if the person closed the box. */
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

export function filterGroup<F>(heading: string, rows: readonly ChoiceRow<F>[]): readonly ChoiceRow<F>[] {
  return [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}

/** Returns a row that adds a trait to the filter, or removes it if it is already set. */
export function filterRow<F extends Filter>(filter: F, trait: F, word: string, icon: string, more = ''): ChoiceRow<F> {
  const isSet = hasTrait(filter, trait);
  return {
    label: `$(${isSet ? 'check' : icon}) ${word}`,
    description: isSet ? l10n.t('current filter (select to remove)') : more,
    value: toggled(filter, trait),
  };
}
