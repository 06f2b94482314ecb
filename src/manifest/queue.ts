import { offeredWith } from './availability.js';
import { contextKeys } from './contextKeys.js';
import type { Fragment } from './fragment.js';
import {
  chord,
  declareCommands,
  declareMenus,
  declareView,
  type MenuAct,
  type OwnCommands,
  rowKey,
  rowsOf,
} from './viewParts.js';
import { welcomePages } from './welcome.js';

const inQueue = 'view == stateroom.queue';

/** Rows of work items with all of these traits (see workItemRow). */
const item = rowsOf('queue', 'workItem');

const open = 'section:(needs_you|ready|in_flight|blocked|scheduled)';
const held = 'status:in_flight';

const ownCommands: OwnCommands = {
  'queue.refresh': { title: 'Refresh Queue', icon: 'refresh', palette: offeredWith.store },
  'queue.filter': {
    title: 'Filter Queue…',
    icon: 'filter',
    palette: offeredWith.items,
    enablement: `!${contextKeys.queueEmpty}`,
  },
  'queue.filterAgain': { title: 'Change Queue Filter…', icon: 'filter-filled' },
  'queue.clearFilter': { title: 'Clear Queue Filter', icon: 'clear-all', palette: contextKeys.queueFiltered },
  'queue.showMore': { title: 'Show More Work Items' },
  'queue.moveUp': { title: 'Move Work Item Up', icon: 'chevron-up', palette: offeredWith.items, writes: true },
  'queue.moveDown': { title: 'Move Work Item Down', icon: 'chevron-down', palette: offeredWith.items, writes: true },
  'queue.moveToTop': {
    title: 'Move Work Item to Top of Ready',
    icon: 'arrow-up',
    palette: offeredWith.items,
    writes: true,
  },
  'queue.markDone': { title: 'Mark Work Item as Done', icon: 'check', palette: offeredWith.items, writes: true },
  'queue.takeOver': { title: 'Take Over Work Item', palette: offeredWith.inFlight, writes: true },
  'queue.copyReference': { title: 'Copy Work Item Reference', palette: offeredWith.items },
  'queue.reveal': { title: 'Reveal Work Item in Queue', palette: offeredWith.items },
  showStatus: { title: 'Show Needs You', icon: 'inbox', palette: 'true' },
  chooseRepository: { title: 'Choose Repository…', palette: contextKeys.manyRepositories },
  connectAgent: { title: 'Connect an Agent…', icon: 'plug', palette: 'true' },
  showLog: { title: 'Show Log', palette: 'true' },
};

/** Acts on a row, by group and place in it; `when` narrows the rows. */
const rowActs: readonly MenuAct[] = [
  ['queue.advance', item('section:needs_you'), 'inline@1', '1_act@1'],
  ['queue.claim', item('section:ready'), 'inline@1', '1_act@2'],
  ['queue.release', item('section:in_flight'), 'inline@1'],
  ['queue.markDone', item('section:(ready|in_flight)'), 'inline@2'],
  ['queue.reopen', item('section:done'), 'inline@1', '1_act@8'],
  ['queue.show', item(), '0_open@1'],
  ['queue.takeOver', item('section:in_flight'), '1_act@3'],
  ['queue.release', item(held), '1_act@4'],
  ['queue.ask', item(held), '1_act@5'],
  ['queue.markDone', item(open), '1_act@6'],
  ['queue.resolve', item(open), '1_act@7'],
  ['queue.moveUp', item('section:ready'), '2_order@1'],
  ['queue.moveDown', item('section:ready'), '2_order@2'],
  ['queue.moveToTop', item('section:ready'), '2_order@3'],
  ['queue.reprioritise', item(open), '2_order@4'],
  ['queue.edit', item(open), '3_change@1'],
  ['queue.annotate', item(), '3_change@2'],
  ['queue.depend', item(open), '3_change@3'],
  ['queue.undepend', item('hasDependencies', open), '3_change@4'],
  ['queue.copyReference', item(), '5_copy@1'],
];

const titleActs: readonly MenuAct[] = [
  ['queue.add', inQueue, 'navigation@1'],
  ['queue.filter', `${inQueue} && !${contextKeys.queueFiltered}`, 'navigation@2'],
  ['queue.filterAgain', `${inQueue} && ${contextKeys.queueFiltered}`, 'navigation@2'],
  ['queue.refresh', inQueue, 'navigation@3'],
  ['queue.next', inQueue, '1_act@1'],
  ['queue.import', inQueue, '1_act@2'],
  ['queue.clearFilter', `${inQueue} && ${contextKeys.queueFiltered}`, '1_act@3'],
  ['connectAgent', inQueue, '3_setup@1'],
  ['chooseRepository', `${inQueue} && ${contextKeys.manyRepositories}`, '3_setup@2'],
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
    menus: declareMenus(ownCommands, {
      'view/title': titleActs,
      'view/item/context': rowActs,
    }),
    keybindings: [
      rowKey('queue', 'alt+up', 'stateroom.queue.moveUp'),
      rowKey('queue', 'alt+down', 'stateroom.queue.moveDown'),
      rowKey('queue', 'alt+shift+up', 'stateroom.queue.moveToTop'),
      chord('a', 'stateroom.queue.add'),
      chord('n', 'stateroom.queue.next'),
      chord('q', 'stateroom.queue.focus'),
      chord('s', 'stateroom.showStatus'),
    ],
  },
  // The only eager one: a stat for each repository tells whether there is a store; everything else follows from contributions.
  activationEvents: ['onStartupFinished'],
};
