import { contextKeys } from './contextKeys.js';
import type { Fragment } from './fragment.js';
import { declareCommands, declarePalette, type MenuAct, type OwnCommand, rowsOf } from './viewParts.js';

/** Commands that belong to no view. */
const ownCommands: readonly OwnCommand[] = [
  { command: 'stateroom.undo', title: 'Undo', icon: '$(discard)', palette: contextKeys.canUndo },
  { command: 'stateroom.reportIssue', title: 'Report an Issue…', palette: 'true' },
  { command: 'stateroom.copyLink', title: 'Copy Link', palette: contextKeys.enabled },
];

const copy = { command: 'stateroom.copyLink', group: '5_copy@2' };
const rowActs: readonly MenuAct[] = [
  { ...copy, when: rowsOf('queue', 'workItem')() },
  { ...copy, when: rowsOf('findings', 'finding ')() },
  { ...copy, when: rowsOf('lanes', 'lane ')() },
  { ...copy, when: rowsOf('now', 'now (task|otherTask) ')() },
];

/** What one needs now and then, wherever one is. */
export const everydayFragment: Fragment = {
  contributes: {
    commands: declareCommands(ownCommands),
    menus: { commandPalette: declarePalette(ownCommands), 'view/item/context': rowActs },
  },
  activationEvents: ['onUri'],
};
