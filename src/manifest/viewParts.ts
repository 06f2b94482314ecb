import type { AnyOperation } from '../operations/operation.js';
import { whereWritable } from './availability.js';
import { categoryText } from './commandCategory.js';
import { commandTitles, type Titles } from './commandTitles.js';
import { contextKeys } from './contextKeys.js';
import { localised, type ManifestObject } from './fragment.js';
import { submenuId } from './submenus.js';

/** Commands outside the catalogue, by name below `stateroom.`. */
export type OwnCommands = Readonly<Record<string, OwnCommand>>;

/** The German of its titles is in package.nls.de.json. */
export interface OwnCommand extends Titles {
  /** A codicon. */
  readonly icon?: string | undefined;
  /** Condition for the palette or *All Commands*, such as one of `offeredWith`; offered in neither if absent. */
  readonly palette?: string | undefined;
  /** True if it writes, runs a program or runs git. */
  readonly writes?: boolean;
  /** Further condition under which it is enabled, wherever it is offered. */
  readonly enablement?: string;
}

/** A command, its condition, and its places in a menu as `group@index`; `inline@1` is a button on the row. */
export type MenuAct = readonly [
  command: string | Pick<AnyOperation, 'name'>,
  when: string,
  ...groups: readonly string[],
];

/** Declares a view. `initialSize` is a relative height; an open view has at least about 140 pixels with its title. */
export function declareView(id: string, name: string, initialSize: number, visibility?: 'collapsed'): ManifestObject {
  return {
    stateroom: [
      {
        id: `stateroom.${id}`,
        name: localised(`view.${id}.name`, name),
        contextualTitle: 'Stateroom',
        icon: 'media/stateroom.svg',
        initialSize,
        visibility,
      },
    ],
  };
}

export function declareCommands(commands: OwnCommands): readonly ManifestObject[] {
  return Object.entries(commands).map(([name, { icon, writes, enablement, ...titles }]) => ({
    command: `stateroom.${name}`,
    ...commandTitles(name, titles),
    category: categoryText(name),
    icon: icon && `$(${icon})`,
    enablement: writes ? whereWritable : enablement,
  }));
}

/** Declares menus, the submenus used in them, and palette entries. Group `move>1@2` is in the submenu `move`. */
export function declareMenus(
  commands: OwnCommands,
  menus: Readonly<Record<string, readonly MenuAct[]>>,
): ManifestObject {
  const declared: Record<string, ManifestObject[]> = {};
  for (const [menu, acts] of Object.entries(menus)) {
    for (const [act, when, ...groups] of acts) {
      const command = `stateroom.${typeof act === 'string' ? act : act.name}`;
      for (const place of groups) {
        const [group = '', submenu] = place.split('>').reverse();
        const into = submenu === undefined ? menu : submenuId(submenu);
        declared[into] = [...(declared[into] ?? []), { command, when, group }];
      }
    }
  }
  const offered = Object.entries(commands).map(([name, { palette = 'false' }]) => ({
    command: `stateroom.${name}`,
    when: palette,
  }));
  return { commandPalette: offered, ...declared };
}

/** Builds conditions for rows of a kind in one view or several (`queue|needsYou`). Traits are regular expressions. */
export function rowsOf(view: string, kind: string): (...traits: readonly string[]) => string {
  const inView = view.includes('|') ? `view =~ /^stateroom\\.(${view})$/` : `view == stateroom.${view}`;
  return (...traits) =>
    [inView, `viewItem =~ /^${kind}/`, ...traits.map(trait => `viewItem =~ /${trait}/`)].join(' && ');
}

/** Declares a key for the focused and selected rows. Extensions get the focused row only by `$focusedTreeItem`. */
export function rowKey(view: string, key: string, command: string): ManifestObject {
  return {
    ...bound(key, command),
    when: `${inRows(view)} && listHasSelectionOrFocus`,
    args: [{ $treeViewId: `stateroom.${view}`, $focusedTreeItem: true }, { fromSelection: true }],
  };
}

/** The editor has no chord with Ctrl+K A. Unlike Ctrl+Alt (AltGr on many keyboards), it types nothing in a text. */
const chordPrefix = 'ctrl+k a';

/** Declares a chord that works everywhere except in terminals and the debug console on macOS, where Cmd+K clears. */
export function chord(key: string, command: string): ManifestObject {
  const when = `${contextKeys.enabled} && (!isMac || (!terminalFocus && focusedView != workbench.panel.repl.view))`;
  return { ...bound(`${chordPrefix} ${key}`, command), when };
}

/** Declares a chord on rows; without a focused row its command asks for one. */
export function rowChord(view: string, key: string, command: string): readonly ManifestObject[] {
  const keys = `${chordPrefix} ${key}`;
  return [
    rowKey(view, keys, command),
    { ...bound(keys, command), when: `${inRows(view)} && !listHasSelectionOrFocus` },
  ];
}

function bound(key: string, command: string): ManifestObject {
  return { key, ...(key.startsWith('ctrl+') ? { mac: key.replace('ctrl+', 'cmd+') } : {}), command };
}

const inRows = (view: string): string => `focusedView == stateroom.${view} && !inputFocus`;

/** True while the editor's repository is in one of these states. */
export function repositoryIs(...states: readonly string[]): string {
  return states.map(state => `${contextKeys.repositoryState} == ${state}`).join(' || ');
}

export const glossaryLink = '[Glossary](command:stateroom.glossary.show)';

export function welcomePage(view: string, key: string, when: string, english: string): ManifestObject {
  return { view: `stateroom.${view}`, when, contents: localised(`welcome.${key}`, english) };
}

/** Declares the text of a view until Stateroom, which the view activates, has checked the repository. */
export function startingPage(view: string): ManifestObject {
  return welcomePage(
    view,
    'starting',
    `workspaceFolderCount != 0 && !${contextKeys.repositoryState}`,
    'Starting Stateroom…',
  );
}

/** Declares the texts of a view without an accessible repository: none, not trusted, or unreadable. */
export function obstaclePages(
  view: string,
  english: { readonly noRepository: string; readonly restricted: string; readonly broken: string },
): readonly ManifestObject[] {
  const page = (name: keyof typeof english, when: string, buttons: string) =>
    welcomePage(view, `${view}.${name}`, when, `${english[name]}\n${buttons}`);
  return [
    startingPage(view),
    page('noRepository', repositoryIs('none', 'noRepository'), '[Open Folder](command:vscode.openFolder)'),
    page(
      'restricted',
      `${contextKeys.restricted} && (${repositoryIs('absent', 'ready', 'readOnly')})`,
      '[Manage Workspace Trust](command:workbench.trust.manage)',
    ),
    page(
      'broken',
      `${repositoryIs('gone', 'corrupt', 'tooNew', 'failed')} || (!${contextKeys.restricted} && ${repositoryIs('readOnly')})`,
      '[Show Problem](command:stateroom.showStatus)\n[Show Log](command:stateroom.showLog)',
    ),
  ];
}
