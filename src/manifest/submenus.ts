import { type Fragment, localised, type ManifestObject } from './fragment.js';

interface Submenu {
  readonly label: string;
  /** Position in its parent menu. */
  readonly group: string;
  /** A codicon, if it is a button. */
  readonly icon?: string;
  /** Parent menu with its condition; if absent, that of rows of all views. */
  readonly below?: readonly [menu: string, when: string];
}

/** The scheme of `review/revisionDocument.ts`. */
export const inDiff = 'resourceScheme == stateroom-revision';
const rows = ['view/item/context', 'view =~ /^stateroom\\./'] as const;

/** Submenus with their positions. One without entries for a row is hidden. */
const submenus: Readonly<Record<string, Submenu>> = {
  changes: { label: 'Changes', group: '0_open@1' },
  move: { label: 'Move', group: '6_sub@1' },
  copy: { label: 'Copy', group: '6_sub@2' },
  more: { label: 'More', group: '6_sub@3' },
  scope: { label: 'Changes to Show', group: 'navigation@-6', icon: 'git-compare', below: ['editor/title', inDiff] },
};

export function submenuId(name: string): string {
  if (!Object.hasOwn(submenus, name)) throw new Error(`There is no submenu ${name}.`);
  return `stateroom.${name}`;
}

export const submenusFragment: Fragment = {
  contributes: {
    submenus: Object.entries(submenus).map(([name, { label, icon }]) => ({
      id: submenuId(name),
      label: localised(`submenu.${name}.label`, label),
      icon: icon && `$(${icon})`,
    })),
    menus: placesOf(Object.entries(submenus)),
  },
};

function placesOf(all: readonly (readonly [name: string, submenu: Submenu])[]): ManifestObject {
  const places: Record<string, ManifestObject[]> = {};
  for (const [name, { group, below: [menu, when] = rows }] of all) {
    places[menu] = [...(places[menu] ?? []), { submenu: submenuId(name), when, group }];
  }
  return places;
}
