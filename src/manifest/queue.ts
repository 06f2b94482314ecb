import { commandOf } from '../operations/commandOf.js';
import { importTracker } from '../operations/import/importTracker.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { queueAdvance } from '../operations/queue/queueAdvance.js';
import { queueAnnotate } from '../operations/queue/queueAnnotate.js';
import { queueAsk } from '../operations/queue/queueAsk.js';
import { queueClaim } from '../operations/queue/queueClaim.js';
import { queueDepend } from '../operations/queue/queueDepend.js';
import { queueEdit } from '../operations/queue/queueEdit.js';
import { queueNext } from '../operations/queue/queueNext.js';
import { queueRelease } from '../operations/queue/queueRelease.js';
import { queueReopen } from '../operations/queue/queueReopen.js';
import { queueReprioritise } from '../operations/queue/queueReprioritise.js';
import { queueResolve } from '../operations/queue/queueResolve.js';
import { queueShow } from '../operations/queue/queueShow.js';
import { queueUndepend } from '../operations/queue/queueUndepend.js';
import { runStart } from '../operations/run/runStart.js';
import { taskHandOver } from '../operations/task/taskHandOver.js';
import { taskStart } from '../operations/task/taskStart.js';
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
const item = rowsOf('queue|needsYou', 'workItem');

const open = 'section:(needs_you|ready|in_flight|blocked|scheduled)';
const inFlight = 'status:in_flight';

const ownCommands: OwnCommands = {
  'queue.refresh': { title: 'Refresh Queue', icon: 'refresh', palette: offeredWith.store },
  'queue.filter': {
    title: 'Filter Queue',
    asks: true,
    icon: 'filter',
    palette: offeredWith.items,
    enablement: `!${contextKeys.queueEmpty}`,
  },
  'queue.filterAgain': { title: 'Change Queue Filter', asks: true, icon: 'filter-filled' },
  'queue.clearFilter': { title: 'Clear Queue Filter', icon: 'clear-all', palette: contextKeys.queueFiltered },
  'queue.showMore': { title: 'Show More Work Items' },
  'queue.moveUp': {
    title: 'Move Work Item Up',
    menuTitle: 'Move Up',
    icon: 'chevron-up',
    palette: offeredWith.items,
    writes: true,
  },
  'queue.moveDown': {
    title: 'Move Work Item Down',
    menuTitle: 'Move Down',
    icon: 'chevron-down',
    palette: offeredWith.items,
    writes: true,
  },
  'queue.moveToTop': {
    title: 'Move Work Item to Top of Ready',
    menuTitle: 'Move to Top of Ready',
    icon: 'arrow-up',
    palette: offeredWith.items,
    writes: true,
  },
  'queue.markDone': {
    title: 'Mark Work Item as Done',
    menuTitle: 'Mark as Done',
    icon: 'check',
    palette: offeredWith.items,
    writes: true,
  },
  'queue.takeOver': {
    title: 'Take Over Work Item',
    menuTitle: 'Take Over',
    palette: offeredWith.inFlight,
    writes: true,
  },
  'queue.answerOtherwise': {
    title: 'Answer Work Item and Choose What Happens Next',
    menuTitle: 'Answer and Choose What Happens Next',
    asks: true,
    palette: offeredWith.needsYou,
    writes: true,
  },
  'queue.copyReference': { title: 'Copy Work Item Reference', menuTitle: 'Copy Reference', palette: offeredWith.items },
  'queue.reveal': { title: 'Reveal Work Item in Queue', palette: offeredWith.items },
  search: { title: 'Search', asks: true, icon: 'search', palette: offeredWith.store },
  showStatus: { title: 'Show Needs You', icon: 'inbox', palette: 'true' },
  chooseRepository: { title: 'Choose Repository', asks: true, palette: contextKeys.manyRepositories },
  connectAgent: { title: 'Connect Agents', asks: true, icon: 'plug', palette: 'true' },
  requireCommand: { title: 'Require Command', asks: true, palette: offeredWith.store, writes: true },
  showLog: { title: 'Show Log', palette: 'true' },
};

/** Acts on a row, by group and position; `when` narrows the rows. */
const rowActs: readonly MenuAct[] = [
  [queueAdvance, item('section:needs_you'), 'inline@1', '1_act@1'],
  ['queue.answerOtherwise', item('section:needs_you'), '1_act@2'],
  // Acts that end a claim are in the menu only: rows move as work begins, so a second click would hit the next one.
  ['queue.markDone', item('(section:ready|act:(queue\\.resolve|task\\.finish))'), 'inline@2'],
  [queueClaim, item('section:ready'), 'inline@3', '1_act@2'],
  [queueReopen, item('section:done'), 'inline@1', '1_act@8'],
  [queueShow, item(), '0_open@1'],
  ['queue.markDone', item(open), '1_act@3'],
  [queueRelease, item(inFlight), '1_act@4'],
  ['queue.takeOver', item('section:in_flight'), '1_act@5'],
  [taskHandOver, item('section:in_flight'), '1_act@6'],
  [queueEdit, item(open), '2_change@1'],
  [queueAnnotate, item('section:done'), '2_change@2'],
  ['queue.moveUp', item('section:ready'), 'move>1@1'],
  ['queue.moveDown', item('section:ready'), 'move>1@2'],
  ['queue.moveToTop', item('section:ready'), 'move>1@3'],
  [queueReprioritise, item('section:ready'), 'move>2@1'],
  ['queue.copyReference', item(), 'copy>1@1'],
  [queueAsk, item(inFlight), 'more>1_act@1'],
  [queueResolve, item(open), 'more>1_act@2'],
  [queueReprioritise, item('section:(needs_you|in_flight|blocked|scheduled)'), 'more>2_change@1'],
  [queueAnnotate, item(open), 'more>2_change@2'],
  [queueDepend, item(open), 'more>2_change@3'],
  [queueUndepend, item('hasDependencies', open), 'more>2_change@4'],
  [taskStart, item(open), 'more>3_work@1'],
  [runStart, item(open), 'more>3_work@2'],
];

const titleActs: readonly MenuAct[] = [
  [queueAdd, inQueue, 'navigation@1'],
  ['queue.filter', `${inQueue} && !${contextKeys.queueFiltered}`, 'navigation@2'],
  ['queue.filterAgain', `${inQueue} && ${contextKeys.queueFiltered}`, 'navigation@2'],
  ['search', inQueue, 'navigation@3'],
  ['queue.refresh', inQueue, 'navigation@4'],
  [queueNext, inQueue, '1_act@1'],
  [importTracker, inQueue, '1_act@2'],
  ['queue.clearFilter', `${inQueue} && ${contextKeys.queueFiltered}`, '1_act@3'],
  ['connectAgent', inQueue, '3_setup@1'],
  ['chooseRepository', `${inQueue} && ${contextKeys.manyRepositories}`, '3_setup@2'],
];

export const queueFragment: Fragment = {
  contributes: {
    viewsContainers: {
      activitybar: [{ id: 'stateroom', title: 'Stateroom', icon: 'media/stateroom.svg' }],
    },
    views: declareView('queue', 'Queue', 4, 'collapsed'),
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
      chord('a', commandOf(queueAdd)),
      chord('n', commandOf(queueNext)),
      chord('q', 'stateroom.queue.focus'),
      chord('s', 'stateroom.showStatus'),
    ],
  },
  // The only eager one: a stat per repository detects the store; all other activation follows from contributions.
  activationEvents: ['onStartupFinished'],
};
