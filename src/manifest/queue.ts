import { commandOf } from '../operations/commandOf.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { queueAdvance } from '../operations/queue/queueAdvance.js';
import { queueAnnotate } from '../operations/queue/queueAnnotate.js';
import { queueAsk } from '../operations/queue/queueAsk.js';
import { queueClaim } from '../operations/queue/queueClaim.js';
import { queueDepend } from '../operations/queue/queueDepend.js';
import { queueEdit } from '../operations/queue/queueEdit.js';
import { queueImport } from '../operations/queue/queueImport.js';
import { queueNext } from '../operations/queue/queueNext.js';
import { queueRelease } from '../operations/queue/queueRelease.js';
import { queueReopen } from '../operations/queue/queueReopen.js';
import { queueReprioritise } from '../operations/queue/queueReprioritise.js';
import { queueResolve } from '../operations/queue/queueResolve.js';
import { queueShow } from '../operations/queue/queueShow.js';
import { queueUndepend } from '../operations/queue/queueUndepend.js';
import { offeredWith, whereWritable } from './availability.js';
import { contextKeys } from './contextKeys.js';
import type { Fragment } from './fragment.js';
import {
  chord,
  declareCommands,
  declarePalette,
  declareView,
  type MenuAct,
  type OwnCommand,
  rowKey,
  rowsOf,
} from './viewParts.js';
import { welcomePages } from './welcome.js';

const inQueue = 'view == stateroom.queue';

/** Rows of work items with all of these traits (see workItemRow). */
const item = rowsOf('queue', 'workItem');

const open = 'section:(needs_you|ready|in_flight|blocked|scheduled)';
const held = 'status:in_flight';

const ownCommands: readonly OwnCommand[] = [
  { command: 'stateroom.queue.refresh', title: 'Refresh Queue', icon: '$(refresh)', palette: offeredWith.store },
  {
    command: 'stateroom.queue.filter',
    title: 'Filter Queue…',
    icon: '$(filter)',
    palette: offeredWith.items,
    enablement: `!${contextKeys.queueEmpty}`,
  },
  { command: 'stateroom.queue.filterAgain', title: 'Change Queue Filter…', icon: '$(filter-filled)', palette: 'false' },
  {
    command: 'stateroom.queue.clearFilter',
    title: 'Clear Queue Filter',
    icon: '$(clear-all)',
    palette: contextKeys.queueFiltered,
  },
  { command: 'stateroom.queue.showMore', title: 'Show More Work Items', palette: 'false' },
  {
    command: 'stateroom.queue.moveUp',
    title: 'Move Work Item Up',
    icon: '$(chevron-up)',
    palette: offeredWith.items,
    enablement: whereWritable,
  },
  {
    command: 'stateroom.queue.moveDown',
    title: 'Move Work Item Down',
    icon: '$(chevron-down)',
    palette: offeredWith.items,
    enablement: whereWritable,
  },
  {
    command: 'stateroom.queue.moveToTop',
    title: 'Move Work Item to Top of Ready',
    icon: '$(arrow-up)',
    palette: offeredWith.items,
    enablement: whereWritable,
  },
  {
    command: 'stateroom.queue.markDone',
    title: 'Mark Work Item as Done',
    icon: '$(check)',
    palette: offeredWith.items,
    enablement: whereWritable,
  },
  {
    command: 'stateroom.queue.takeOver',
    title: 'Take Over Work Item',
    palette: offeredWith.inFlight,
    enablement: whereWritable,
  },
  { command: 'stateroom.queue.copyReference', title: 'Copy Work Item Reference', palette: offeredWith.items },
  { command: 'stateroom.queue.reveal', title: 'Reveal Work Item in Queue', palette: offeredWith.items },
  { command: 'stateroom.showStatus', title: 'Show Needs You', icon: '$(inbox)', palette: 'true' },
  { command: 'stateroom.chooseRepository', title: 'Choose Repository…', palette: contextKeys.manyRepositories },
  { command: 'stateroom.connectAgent', title: 'Connect an Agent…', icon: '$(plug)', palette: 'true' },
  { command: 'stateroom.showLog', title: 'Show Log', palette: 'true' },
];

/** Acts on a row, by group and place in it; `when` narrows the rows. */
const rowActs: readonly MenuAct[] = [
  { command: commandOf(queueAdvance), when: item('section:needs_you'), group: 'inline@1' },
  { command: commandOf(queueClaim), when: item('section:ready'), group: 'inline@1' },
  { command: commandOf(queueRelease), when: item('section:in_flight'), group: 'inline@1' },
  { command: 'stateroom.queue.markDone', when: item('section:(ready|in_flight)'), group: 'inline@2' },
  { command: commandOf(queueReopen), when: item('section:done'), group: 'inline@1' },
  { command: commandOf(queueShow), when: item(), group: '0_open@1' },
  { command: commandOf(queueAdvance), when: item('section:needs_you'), group: '1_act@1' },
  { command: commandOf(queueClaim), when: item('section:ready'), group: '1_act@2' },
  { command: 'stateroom.queue.takeOver', when: item('section:in_flight'), group: '1_act@3' },
  { command: commandOf(queueRelease), when: item(held), group: '1_act@4' },
  { command: commandOf(queueAsk), when: item(held), group: '1_act@5' },
  { command: 'stateroom.queue.markDone', when: item(open), group: '1_act@6' },
  { command: commandOf(queueResolve), when: item(open), group: '1_act@7' },
  { command: commandOf(queueReopen), when: item('section:done'), group: '1_act@8' },
  { command: 'stateroom.queue.moveUp', when: item('section:ready'), group: '2_order@1' },
  { command: 'stateroom.queue.moveDown', when: item('section:ready'), group: '2_order@2' },
  { command: 'stateroom.queue.moveToTop', when: item('section:ready'), group: '2_order@3' },
  { command: commandOf(queueReprioritise), when: item(open), group: '2_order@4' },
  { command: commandOf(queueEdit), when: item(open), group: '3_change@1' },
  { command: commandOf(queueAnnotate), when: item(), group: '3_change@2' },
  { command: commandOf(queueDepend), when: item(open), group: '3_change@3' },
  { command: commandOf(queueUndepend), when: item('hasDependencies', open), group: '3_change@4' },
  { command: 'stateroom.queue.copyReference', when: item(), group: '5_copy@1' },
];

const titleActs: readonly MenuAct[] = [
  { command: commandOf(queueAdd), when: inQueue, group: 'navigation@1' },
  { command: 'stateroom.queue.filter', when: `${inQueue} && !${contextKeys.queueFiltered}`, group: 'navigation@2' },
  { command: 'stateroom.queue.filterAgain', when: `${inQueue} && ${contextKeys.queueFiltered}`, group: 'navigation@2' },
  { command: 'stateroom.queue.refresh', when: inQueue, group: 'navigation@3' },
  { command: commandOf(queueNext), when: inQueue, group: '1_act@1' },
  { command: commandOf(queueImport), when: inQueue, group: '1_act@2' },
  { command: 'stateroom.queue.clearFilter', when: `${inQueue} && ${contextKeys.queueFiltered}`, group: '1_act@3' },
  { command: 'stateroom.connectAgent', when: inQueue, group: '3_setup@1' },
  { command: 'stateroom.chooseRepository', when: `${inQueue} && ${contextKeys.manyRepositories}`, group: '3_setup@2' },
];

/** The Queue view and everything around it. */
export const queueFragment: Fragment = {
  contributes: {
    viewsContainers: {
      activitybar: [{ id: 'stateroom', title: 'Stateroom', icon: 'media/stateroom.svg' }],
    },
    views: declareView('queue', 'Queue'),
    viewsWelcome: welcomePages,
    commands: declareCommands(ownCommands),
    menus: {
      commandPalette: declarePalette(ownCommands),
      'view/title': titleActs,
      'view/item/context': rowActs,
    },
    keybindings: [
      rowKey('queue', 'alt+up', 'stateroom.queue.moveUp'),
      rowKey('queue', 'alt+down', 'stateroom.queue.moveDown'),
      rowKey('queue', 'alt+shift+up', 'stateroom.queue.moveToTop'),
      chord('a', commandOf(queueAdd)),
      chord('n', commandOf(queueNext)),
      chord('q', 'stateroom.queue.focus'),
      chord('s', 'stateroom.showStatus'),
    ],
  },
  // The only eager one: a stat for each repository tells whether there is a store; everything else follows from contributions.
  activationEvents: ['onStartupFinished'],
};
