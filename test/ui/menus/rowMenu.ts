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
    expect({ row, ...shown }).toEqual({ row, ...offeredFor(manifest, view, context) });
  }
}

/** Expects exactly these acts in the title bar of a view. */
export async function expectTitleMenu(tree: TreeView, title: TitleMenu): Promise<void> {
  expect(await tree.titleActions()).toEqual(title);
}

/** The view whose rows an entry is for. */
export function viewOf({ when = '' }: MenuEntry): string {
  return /\bview == stateroom\.(\w+)/.exec(when)?.[1] ?? '';
}

/** Whether an entry is offered for rows of which the view says this. */
export function isFor({ when = '' }: MenuEntry, context: string): boolean {
  const conditions = [...when.matchAll(/viewItem =~ \/(.*?)\/(?= |$)/g)];
  return conditions.every(([, source = '']) => new RegExp(source).test(context));
}

const isInline = ({ group = '' }: MenuEntry): boolean => group.startsWith('inline');

/** What the manifest offers for rows of which the view says this, in the order of its groups. */
export function offeredFor({ contributes, titleOf }: Manifest, view: string, context: string) {
  const offered = (contributes.menus['view/item/context'] ?? [])
    .filter(entry => viewOf(entry) === view && isFor(entry, context))
    .map(entry => ({ ...entry, title: titleOf(entry.command), place: placeOf(entry) }))
    .sort((one, other) => one.place.group.localeCompare(other.place.group) || one.place.order - other.place.order);
  const titlesOf = (inline: boolean) => offered.filter(entry => isInline(entry) === inline).map(({ title }) => title);
  return { inline: titlesOf(true), menu: titlesOf(false) };
}

function placeOf({ group = '' }: MenuEntry): { readonly group: string; readonly order: number } {
  const [name = '', order = '0'] = group.split('@');
  return { group: name, order: Number(order) };
}
