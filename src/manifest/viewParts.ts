import type { AnyOperation } from '../operations/operation.js';
import { whereWritable } from './availability.js';
import { categoryText } from './commandCategory.js';
import { commandTitles, type Titles } from './commandTitles.js';
import { contextKeys } from './contextKeys.js';
import { localised, type ManifestObject } from './fragment.js';
import { submenuId } from './submenus.js';

/** Commands that are not operations of the catalogue, by their names below `stateroom.`. */
export type OwnCommands = Readonly<Record<string, OwnCommand>>;

/** The German of its titles is in package.nls.de.json. */
export interface OwnCommand extends Titles {
  /** A codicon. */
  readonly icon?: string | undefined;
  /** Where the palette or *All Commands* offers it, such as one of `offeredWith`; nowhere when absent. */
  readonly palette?: string | undefined;
  /** True for what writes, runs a program or runs git. */
  readonly writes?: boolean;
  /** Where else it can do anything at all, wherever it is offered. */
  readonly enablement?: string;
}

/**
 * A command at one or more places of a menu, each a group and a place in it: an operation, or the name of an own command, and
 * the condition. `inline@1` is beside the row; everything else is in its menu, which the keyboard reaches.
 */
export type MenuAct = readonly [
  command: string | Pick<AnyOperation, 'name'>,
  when: string,
  ...groups: readonly string[],
];

/**
 * One view of the Stateroom container: `stateroom.queue` for `queue`.
 *
 * @param initialSize its share of the container's height until the person moves its borders, beside those of the others; no
 * view that is open is lower than about 140 pixels with its title
 * @param visibility `collapsed` for one that begins folded
 */
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

/**
 * Menus by their names, those below them that they name, and what the palette offers of these commands. A group `move>1@2` is
 * one in the submenu `move`.
 */
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

/**
 * The condition of rows of a kind in a view, or in each of several: `queue|needsYou`. The returned function makes it of traits,
 * patterns of the rows' context value.
 */
export function rowsOf(view: string, kind: string): (...traits: readonly string[]) => string {
  const inView = view.includes('|') ? `view =~ /^stateroom\\.(${view})$/` : `view == stateroom.${view}`;
  return (...traits) =>
    [inView, `viewItem =~ /^${kind}/`, ...traits.map(trait => `viewItem =~ /${trait}/`)].join(' && ');
}

/**
 * A key on the row of a view that has the keyboard, and on all that are selected with it. The editor puts the row in the
 * place of what its own title bars ask for it with; an extension has no other way to learn of it.
 */
export function rowKey(view: string, key: string, command: string): ManifestObject {
  return {
    ...bound(key, command),
    when: `${inRows(view)} && listHasSelectionOrFocus`,
    args: [{ $treeViewId: `stateroom.${view}`, $focusedTreeItem: true }, { fromSelection: true }],
  };
}

/**
 * How all of Stateroom's chords begin. The editor's own begin with Ctrl+K too, none of them with Ctrl+K A. It types nothing on
 * any keyboard, unlike Ctrl+Alt, which is AltGr on many, so chords work while a text has the keyboard.
 */
const chordPrefix = 'ctrl+k a';

/** A chord that works everywhere but where Cmd+K clears on macOS: in terminals and in the debug console. */
export function chord(key: string, command: string): ManifestObject {
  const when = `${contextKeys.enabled} && (!isMac || (!terminalFocus && focusedView != workbench.panel.repl.view))`;
  return { ...bound(`${chordPrefix} ${key}`, command), when };
}

/** A chord on rows; where none has the keyboard its command asks for one. */
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

/** The link to the glossary, which each view has where it is empty. */
export const glossaryLink = '[Glossary](command:stateroom.glossary.show)';

/** What a view says in place of rows, under its own conditions. */
export function welcomePage(view: string, key: string, when: string, english: string): ManifestObject {
  return { view: `stateroom.${view}`, when, contents: localised(`welcome.${key}`, english) };
}

/** What a view says until Stateroom, which the view itself starts, has looked at the repository. */
export function startingPage(view: string): ManifestObject {
  return welcomePage(
    view,
    'starting',
    `workspaceFolderCount != 0 && !${contextKeys.repositoryState}`,
    'Starting Stateroom…',
  );
}

/** Pages of a view that tells what belongs to a repository: where there is none, it may not be asked, or cannot be read. */
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
