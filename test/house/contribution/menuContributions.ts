import { findingsMenus } from '../../ui/menus/findingsMenus.js';
import { conflictedLaneMenus, troubledLaneMenus, workingLaneMenus } from '../../ui/menus/lanesMenus.js';
import { chosenTaskMenus, nowMenus, otherTaskMenus } from '../../ui/menus/nowMenus.js';
import {
  conflictedNeedMenus,
  endedItemMenus,
  queueMenus,
  troubledNeedMenus,
  workingNeedMenus,
} from '../../ui/menus/queueMenus.js';
import { isFor, type MenuRow, type TitleMenu, viewsOf } from '../../ui/menus/rowMenu.js';
import { runsMenus } from '../../ui/menus/runsMenus.js';
import { editorActs, titleMenus } from '../../ui/menus/titleMenus.js';
import { welcomePages } from '../../ui/menus/welcomePages.js';
import type { Contribution, Manifest, MenuEntry } from './manifestJson.js';

/** The rows whose buttons and menus tests in the editor look at, by their view. */
export const rowMenus: Readonly<Record<string, readonly MenuRow[]>> = {
  now: [...nowMenus, ...otherTaskMenus, ...chosenTaskMenus],
  queue: queueMenus,
  needsYou: [...workingNeedMenus, ...troubledNeedMenus, ...conflictedNeedMenus, ...endedItemMenus],
  lanes: [...workingLaneMenus, ...troubledLaneMenus, ...conflictedLaneMenus],
  findings: findingsMenus,
  investigations: runsMenus,
};

const titles: Readonly<Record<string, Readonly<Record<string, TitleMenu>>>> = titleMenus;

/** Every list of test/ui/menus, as a test in the editor names it. */
export const listNames: readonly string[] = [
  ...Object.keys({
    ...{ chosenTaskMenus, nowMenus, otherTaskMenus, queueMenus, findingsMenus, runsMenus },
    ...{ conflictedLaneMenus, troubledLaneMenus, workingLaneMenus },
    ...{ conflictedNeedMenus, endedItemMenus, troubledNeedMenus, workingNeedMenus },
  }),
  ...Object.entries(titles).flatMap(([view, states]) =>
    Object.keys(states).map(state => `titleMenus.${view}.${state}`),
  ),
  ...Object.keys(editorActs).map(menu => `editorActs['${menu}']`),
  ...Object.keys(welcomePages).map(state => `welcomePages.${state}`),
];

const isButton = ({ group = '' }: MenuEntry): boolean => group.startsWith('navigation');

/**
 * The entries of all menus but the palette's. Exercised is an entry for a row whose menu a test in the editor looks at, and
 * what is in a list that one expects whole: of the title bar of its view, of the editor.
 */
export function menuContributions({ contributes, titleOf, fullTitleOf }: Manifest): Contribution[] {
  const entries = (menu: string) => contributes.menus[menu] ?? [];
  // A submenu is shown with what is in it.
  const withBelow = (menu: string): MenuEntry[] =>
    entries(menu).flatMap(entry => (entry.submenu === undefined ? entry : entries(entry.submenu)));
  const named = (menu: string, entry: MenuEntry, isExercised: boolean): Contribution => ({
    id: `${menu} ${entry.command} ${entry.group} if ${entry.when}`,
    isExercised,
  });
  return [
    ...withBelow('view/item/context').map(entry =>
      named(
        'row',
        entry,
        viewsOf(entry)
          .flatMap(view => rowMenus[view] ?? [])
          .some(({ context }) => isFor(entry, context)),
      ),
    ),
    ...entries('view/title').map(entry =>
      named(
        'title',
        entry,
        viewsOf(entry)
          .flatMap(view => Object.values(titles[view] ?? {}))
          .some(({ buttons, more }) => (isButton(entry) ? buttons : more).includes(fullTitleOf(entry.command))),
      ),
    ),
    ...Object.entries(editorActs).flatMap(([menu, acts]: [string, readonly string[]]) =>
      withBelow(menu).map(entry =>
        named(menu, entry, acts.includes((menu === 'editor/title' ? fullTitleOf : titleOf)(entry.command))),
      ),
    ),
  ];
}

/** The pages that views show in place of rows: exercised is one whose words and buttons a test reads in the editor. */
export function welcomeContributions({ contributes, textOf }: Manifest): Contribution[] {
  const shown = Object.values(welcomePages).flatMap(pages =>
    Object.entries(pages).map(([view, { words, buttons }]) =>
      JSON.stringify([view.toLowerCase().replace(' ', ''), words, buttons]),
    ),
  );
  return contributes.viewsWelcome.map(({ view, contents }) => {
    const lines = textOf(contents).split('\n');
    const links = lines.map(line => /^\[([^\]]*)\]\([^)]*\)$/.exec(line)?.[1]);
    const words = lines
      .filter((_, index) => links[index] === undefined)
      .join('\n')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const buttons = links.filter(link => link !== undefined);
    return {
      id: `welcome ${contents}`,
      isExercised: shown.includes(JSON.stringify([view.replace('stateroom.', '').toLowerCase(), words, buttons])),
    };
  });
}
