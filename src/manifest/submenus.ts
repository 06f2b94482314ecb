import { type Fragment, localised } from './fragment.js';

/** Menus below the menus of rows, with their place there. One without entries for a row is not shown. */
const submenus: Readonly<Record<string, { readonly label: string; readonly group: string }>> = {
  move: { label: 'Move', group: '6_sub@1' },
  copy: { label: 'Copy', group: '6_sub@2' },
  more: { label: 'More', group: '6_sub@3' },
};

export function submenuId(name: string): string {
  if (!Object.hasOwn(submenus, name)) throw new Error(`There is no submenu ${name}.`);
  return `stateroom.${name}`;
}

/** The submenus of rows of all views; what is in them is with each view. */
export const submenusFragment: Fragment = {
  contributes: {
    submenus: Object.entries(submenus).map(([name, { label }]) => ({
      id: submenuId(name),
      label: localised(`submenu.${name}.label`, label),
    })),
    menus: {
      'view/item/context': Object.entries(submenus).map(([name, { group }]) => ({
        submenu: submenuId(name),
        when: 'view =~ /^stateroom\\./',
        group,
      })),
    },
  },
};
