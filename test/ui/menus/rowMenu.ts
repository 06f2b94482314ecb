import { expect } from 'vitest';
import type { TreeView } from '../../editor/treeView.js';

/** What a view offers about one kind of row. */
export interface RowMenu {
  /** What the row begins with on the screen. */
  readonly row: string;
  /** What the view says of the row to the conditions of the manifest. */
  readonly context: string;
  /** The buttons that stand beside it, from left to right. */
  readonly inline: readonly string[];
  /** Its menu, from top to bottom. */
  readonly menu: readonly string[];
}

/** What a view offers in its title bar. */
export interface TitleMenu {
  /** From left to right; the editor has further ones of its own behind them. */
  readonly buttons: readonly string[];
  /** Behind the three dots, from top to bottom. */
  readonly more: readonly string[];
}

/** Points at each row, opens its menu, and expects exactly what is written down of it. */
export async function expectRowMenus(tree: TreeView, menus: readonly RowMenu[]): Promise<void> {
  for (const { row, inline, menu } of menus) {
    const text = new RegExp(`^${row.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
    const shown = { inline: await tree.inlineActions(text), menu: await tree.contextActions(text) };
    expect({ row, ...shown }).toEqual({ row, inline, menu });
  }
}

/** Expects exactly these acts in the title bar of a view. */
export async function expectTitleMenu(tree: TreeView, title: TitleMenu): Promise<void> {
  expect(await tree.titleActions()).toEqual(title);
}
