import { contextKeys } from './contextKeys.js';
import type { Fragment } from './fragment.js';
import { declareCommands, declareMenus, type MenuAct, type OwnCommands, rowsOf } from './viewParts.js';

/** Commands that belong to no view. */
const ownCommands: OwnCommands = {
  undo: { title: 'Undo', icon: 'discard', palette: contextKeys.canUndo },
  reportIssue: { title: 'Report an Issue…', palette: 'true' },
  copyLink: { title: 'Copy Link', palette: contextKeys.enabled },
};

const rowActs = [
  rowsOf('queue', 'workItem'),
  rowsOf('findings', 'finding '),
  rowsOf('lanes', 'lane '),
  rowsOf('now', 'now (task|otherTask) '),
].map((rows): MenuAct => ['copyLink', rows(), '5_copy@2']);

/** Occasional commands that are available everywhere. */
export const everydayFragment: Fragment = {
  contributes: {
    commands: declareCommands(ownCommands),
    menus: declareMenus(ownCommands, { 'view/item/context': rowActs }),
  },
  activationEvents: ['onUri'],
};
