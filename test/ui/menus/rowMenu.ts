import { expect } from 'vitest';
import type { TreeView } from '../../editor/treeView.js';
import { type Manifest, type MenuEntry, readManifest } from '../../house/contribution/manifestJson.js';

/** A kind of row that a test in the editor shows. */
export interface MenuRow {
  /** What the row begins with on the screen. */
  readonly row: string;
  /** What the view says of the row to the conditions of the manifest. */
  readonly context: string;
}

/** What a view offers in its title bar. */
export interface TitleMenu {
  /** From left to right; the editor has further ones of its own behind them. */
  readonly buttons: readonly string[];
  /** Behind the three dots, from top to bottom. */
  readonly more: readonly string[];
}

/** Points at each row, opens its menu, and expects exactly what the manifest offers for such a row of this view. */
export async function expectRowMenus(view: string, tree: TreeView, rows: readonly MenuRow[]): Promise<void> {
  const manifest = await readManifest();
  for (const { row, context } of rows) {
    const words = row.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const text = /^[FLMPSTW]-\d+/.test(row) ? row : new RegExp(`^${words}`);
    const shown = { inline: await tree.inlineActions(text), menu: await tree.contextActions(text) };
    const { inline, menu } = offeredFor(manifest, view, context);
    expect({ row, ...shown }).toEqual({ row, inline, menu });
  }
}

/** Expects exactly these acts in the title bar of a view. */
export async function expectTitleMenu(tree: TreeView, title: TitleMenu): Promise<void> {
  expect(await tree.titleActions()).toEqual(title);
}

/** The views whose rows an entry is for. */
export function viewsOf({ when = '' }: MenuEntry): readonly string[] {
  const [, one, several] = /\bview (?:== stateroom\.(\w+)|=~ \/\^stateroom\\\.\(([\w|]+)\)\$\/)/.exec(when) ?? [];
  return (one ?? several)?.split('|') ?? [];
}

/** Whether an entry is offered for rows of which the view says this. */
export function isFor({ when = '' }: MenuEntry, context: string): boolean {
  const conditions = [...when.matchAll(/viewItem =~ \/(.*?)\/(?= |$)/g)];
  return conditions.every(([, source = '']) => new RegExp(source).test(context));
}

const isInline = ({ group = '' }: MenuEntry): boolean => group.startsWith('inline');

/**
 * What the manifest offers for rows of which the view says this, in the order of its groups: beside the row, in its menu, and in
 * the menus below that by their labels.
 */
export function offeredFor({ contributes, textOf, titleOf }: Manifest, view: string, context: string) {
  const entriesOf = (menu: string): readonly (MenuEntry & { readonly title: string })[] =>
    (contributes.menus[menu] ?? [])
      .filter(entry =>
        entry.submenu === undefined
          ? viewsOf(entry).includes(view) && isFor(entry, context)
          : entriesOf(entry.submenu).length > 0,
      )
      .map(entry => ({
        ...entry,
        title: entry.submenu === undefined ? titleOf(entry.command) : labelOf(entry.submenu),
      }))
      .sort((one, other) => {
        const at = [placeOf(one), placeOf(other)] as const;
        // The editor sorts what shares a place by its title.
        return comparePlaces(...at) || one.title.localeCompare(other.title);
      });
  const labelOf = (submenu: string): string =>
    textOf(contributes.submenus.find(({ id }) => id === submenu)?.label ?? submenu);
  const offered = entriesOf('view/item/context');
  const titlesOf = (entries: readonly { readonly title: string }[]): string[] => entries.map(({ title }) => title);
  return {
    inline: titlesOf(offered.filter(isInline)),
    buttons: offered.filter(isInline).map(({ command }) => command),
    menu: titlesOf(offered.filter(entry => !isInline(entry))),
    below: Object.fromEntries(
      offered.flatMap(({ submenu, title }) => (submenu === undefined ? [] : [[title, titlesOf(entriesOf(submenu))]])),
    ) as Readonly<Record<string, readonly string[]>>,
  };
}

type Place = ReturnType<typeof placeOf>;

function comparePlaces(one: Place, other: Place): number {
  return one.group.localeCompare(other.group) || one.order - other.order;
}

function placeOf({ group = '' }: MenuEntry): { readonly group: string; readonly order: number } {
  const [name = '', order = '0'] = group.split('@');
  return { group: name, order: Number(order) };
}
