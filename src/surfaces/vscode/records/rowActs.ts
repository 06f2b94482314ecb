import { commandOf } from '../../../operations/commandOf.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { runOperationName } from '../../../operations/loadRunOperations.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import type { RecordState } from '../../../protocol/recordState.js';
import { holds } from '../support/whenClause.js';

type Rank = RecordState['acts'][number]['rank'];

/** A command in the menu of a row; its title is in the editor's language. */
export interface OfferedAct {
  readonly command: string;
  readonly label: string;
  readonly rank: Rank;
}

/** The parts of `contributes` in package.json that define the menus of rows. */
export interface RowContributions {
  readonly commands: readonly {
    readonly command: string;
    readonly title: Text;
    readonly enablement?: string;
  }[];
  readonly menus: Readonly<Record<string, readonly MenuEntry[] | undefined>>;
}

/** A translated text beside its original. */
type Text = string | { readonly value: string };

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

/** The view of a row, and its traits as menus know them. */
export interface OfferingRow {
  /** `stateroom.lanes` */
  readonly view: string;
  readonly traits: string;
}

/** Commands that open the page itself or need the rows around it. */
const leftOut: ReadonlySet<string> = new Set([
  ...[
    commandOf(queueShow),
    commandOf(findingShow),
    commandOf(taskShow),
    'stateroom.lane.showPage',
    `stateroom.${runOperationName('runShow')}`,
  ],
  ...['stateroom.queue.moveUp', 'stateroom.queue.moveDown'],
]);

/** Buttons of a page, from the menu of the record's row: inline commands and the first group; the rest comes below. */
export function actsOfRow(
  { commands, menus }: RowContributions,
  { view, traits }: OfferingRow,
  isTrusted: boolean,
): readonly OfferedAct[] {
  const keys = new Map<string, unknown>([
    ['view', view],
    ['viewItem', traits],
    ['isWorkspaceTrusted', isTrusted],
    ['stateroom:enabled', true],
  ]);
  const known = new Map(commands.map(each => [each.command, each]));
  const found = new Map<string, OfferedAct>();
  for (const { command, group } of entriesOf(menus, 'view/item/context', keys)) {
    const { title, enablement = 'true' } = known.get(command) ?? {};
    if (title === undefined || found.has(command) || leftOut.has(command) || !holds(enablement, keys)) continue;
    const isButton = /^(inline|1_act)(@|$)/.test(group);
    found.set(command, { command, label: textOf(title), rank: isButton ? 'shown' : 'more' });
  }
  const acts = [...found.values()];
  const first = acts.findIndex(({ rank }) => rank === 'shown');
  return acts.map((act, index) => (index === first ? { ...act, rank: 'first' as const } : act));
}

/** The applicable entries of a menu in the editor's order, with submenus expanded in place. */
function entriesOf(
  menus: RowContributions['menus'],
  menu: string,
  keys: ReadonlyMap<string, unknown>,
): { command: string; group: string }[] {
  return (menus[menu] ?? [])
    .filter(({ when = 'true' }) => holds(when, keys))
    .map(entry => ({ ...entry, group: entry.group ?? '' }))
    .sort((one, other) => compareGroups(one.group, other.group))
    .flatMap(({ command, submenu, group }) => {
      if (command !== undefined) return [{ command, group }];
      // Entries of a submenu are secondary on the page too.
      return submenu === undefined ? [] : entriesOf(menus, submenu, keys).map(inner => ({ ...inner, group: 'z' }));
    });
}

/** Puts `inline@2` before `inline@10`, and both before all groups of the menu. */
function compareGroups(one: string, other: string): number {
  const [[name, place], [otherName, otherPlace]] = [partsOf(one), partsOf(other)];
  if (name === otherName) return place - otherPlace;
  if (name === 'inline') return -1;
  if (otherName === 'inline') return 1;
  return name < otherName ? -1 : 1;
}

function partsOf(group: string): readonly [name: string, place: number] {
  const [name = '', place] = group.split('@');
  return [name, Number(place ?? 0)];
}

function textOf(text: Text): string {
  return typeof text === 'string' ? text : text.value;
}
