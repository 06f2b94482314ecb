import { contextKeys } from './contextKeys.js';
import type { Fragment } from './fragment.js';
import { declareCommands, declareMenus, type MenuAct, type OwnCommands, rowsOf } from './viewParts.js';

const ownCommands: OwnCommands = {
  undo: { title: 'Undo', icon: 'discard', palette: contextKeys.canUndo },
  allCommands: { title: 'All Commands', asks: true, palette: 'true' },
  reportIssue: { title: 'Report an Issue', asks: true, palette: 'true' },
  copyLink: { title: 'Copy Link', palette: contextKeys.enabled },
};

const rowActs: readonly MenuAct[] = [
  ...[rowsOf('queue|needsYou', 'workItem'), rowsOf('findings', 'finding '), rowsOf('lanes', 'lane ')].map(
    (rows): MenuAct => ['copyLink', rows(), 'copy>1@2'],
  ),
  ['copyLink', rowsOf('now', 'now (task|otherTask) ')(), '5_copy@1'],
];

/** Occasional commands, available everywhere. */
export const everydayFragment: Fragment = {
  contributes: {
    commands: declareCommands(ownCommands),
    menus: declareMenus(ownCommands, { 'view/item/context': rowActs }),
  },
  activationEvents: ['onUri'],
};
