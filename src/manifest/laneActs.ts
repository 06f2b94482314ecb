import type { OfferedWith } from '../operations/operation.js';
import { offeredWith } from './availability.js';
import type { Titles } from './commandTitles.js';
import { rowsOf } from './viewParts.js';

/** An act's condition in a menu, and its groups as in `MenuAct`. */
type MenuPlace = readonly [when: string, ...groups: readonly string[]];

/** A command on lanes outside the catalogue: `stateroom.lane.reveal` for `reveal`. German: package.nls.de.json. */
export interface LaneActFacts extends Titles {
  readonly icon?: string;
  readonly palette?: OfferedWith;
  /** True for an act that does not open a worktree, start git or run typed commands. */
  readonly inRestrictedMode?: true;
  readonly titleBar?: readonly MenuPlace[];
  readonly rows?: readonly MenuPlace[];
}

export const inLanes = 'view == stateroom.lanes';
const inLanesWithLanes = `${inLanes} && ${offeredWith.lanes}`;

/** Rows of lanes with all of these traits (see laneViewRow). */
export const lane = rowsOf('lanes', 'lane ');
/** Rows of needs (see needRow). */
export const need = rowsOf('needsYou', 'need ');
/** The trait of lanes that have not ended. */
export const open = 'status:(planned|active|blocked|review)';
/** The trait of lanes whose worker had begun and is dead or stale. */
export const gone = '(dead|stale)';
/** The trait of lanes in one of these states whose worker is neither dead nor stale. */
export const alive = (states: string): string => `state:(${states})(?!.* ${gone})`;
const item = rowsOf('queue|needsYou', 'workItem');
const file = rowsOf('lanes', 'lanePart file')();
const viewable = rowsOf('lanes', 'lanePart (file|generated|more)')('viewable');

/** Acts on a lane, implemented in `LaneCommands`. */
export const laneActs = {
  refresh: {
    title: 'Refresh Lanes',
    icon: 'refresh',
    palette: 'store',
    inRestrictedMode: true,
    titleBar: [[inLanes, 'navigation@2']],
  },
  showChanges: {
    title: 'Show Lane Changes',
    menuTitle: 'Show Changes',
    icon: 'diff-multiple',
    palette: 'lanes',
    rows: [
      [lane(open), 'inline@2', 'changes>1@1'],
      [need('kind:(approval|merge|conflict|failure|dead|changes)'), '0_open@1'],
    ],
  },
  showUncommitted: {
    title: 'Show Uncommitted Changes',
    icon: 'diff',
    palette: 'lanes',
    rows: [[lane(open), 'changes>1@3']],
  },
  showBase: {
    title: 'Show Changes Against Base',
    rows: [[lane(open, 'state:IN_REVIEW'), 'changes>1@1']],
  },
  showSinceReview: {
    title: 'Show Changes Since My Last Review',
    icon: 'diff',
    palette: 'lanes',
    rows: [
      [lane(open, 'state:IN_REVIEW', 'resubmitted'), 'inline@0', 'changes>1@2'],
      [lane(open, '^(?!.* resubmitted)'), 'changes>1@2'],
    ],
  },
  showCommit: {
    title: 'Show Changes of Commit',
    asks: true,
    palette: 'lanes',
    rows: [[lane(open), 'changes>1@4']],
  },
  showSlice: {
    title: 'Show Changes of Slice',
    asks: true,
    palette: 'lanes',
    rows: [[lane(open), 'changes>1@5']],
  },
  showChange: {
    title: 'Show Change',
    icon: 'diff',
    rows: [[file, '0_open@1']],
  },
  openFile: {
    title: 'Open File',
    icon: 'go-to-file',
    rows: [[file, 'inline@1', '0_open@2']],
  },
  openTerminal: {
    title: 'Open Lane Terminal',
    menuTitle: 'Open Terminal',
    icon: 'terminal',
    palette: 'lanes',
    rows: [
      [lane(open), 'inline@3', '0_open@2'],
      [need('kind:conflict'), 'inline@1', '1_act@1'],
      [need('kind:(dead|alert)'), '0_open@3'],
    ],
  },
  startAgent: {
    title: 'Start Agent in Lane',
    menuTitle: 'Start Agent',
    asks: true,
    icon: 'play',
    palette: 'lanes',
    rows: [
      [lane(open, alive('ASSIGNED|WORKING|CONFLICTED')), '0_open@3'],
      [need('kind:conflict'), '1_act@2'],
      [need('kind:(changes|unstarted)'), 'inline@1', '1_act@1'],
    ],
  },
  reassign: {
    title: 'Reassign Lane',
    menuTitle: 'Reassign',
    asks: true,
    icon: 'arrow-swap',
    palette: 'lanes',
    rows: [
      [lane(open, gone), 'inline@1', '1_act@5'],
      [need('kind:(dead|alert)'), 'inline@1', '1_act@2'],
    ],
  },
  handOver: {
    title: 'Hand Over Lane',
    menuTitle: 'Hand to',
    asks: true,
    palette: 'lanes',
    rows: [[lane(open, alive('ASSIGNED|WORKING')), '1_act@7']],
  },
  propose: {
    title: 'Push for Pull Request',
    asks: true,
    palette: 'lanes',
    rows: [[lane(open, 'state:APPROVED'), 'changes>3@1']],
  },
  openWorkTree: {
    title: 'Open Lane in New Window',
    menuTitle: 'Open in New Window',
    icon: 'empty-window',
    palette: 'lanes',
    rows: [[lane(open), 'more>0_open@1']],
  },
  showTold: {
    title: 'Show What the Agent Was Told',
    // Not beside the repair of a merge: More has nine entries there already.
    rows: [
      [lane(open, 'state:(ASSIGNED|WORKING|FAILED)'), 'more>0_open@3'],
      [lane(open, alive('CONFLICTED')), '0_open@4'],
    ],
  },
  openApp: {
    title: 'Open App of Lane',
    menuTitle: 'Open App',
    rows: [[lane(open), 'more>0_open@2']],
  },
  removeWorkTree: {
    title: 'Remove Worktree of Lane',
    menuTitle: 'Remove Worktree',
    asks: true,
    rows: [[lane('status:(merged|closed)', 'treeLeft'), '1_act@1']],
  },
  copyBranch: {
    title: 'Copy Branch Name',
    palette: 'lanes',
    inRestrictedMode: true,
    rows: [[lane(), 'copy>1@1']],
  },
  reveal: {
    title: 'Reveal Lane',
    menuTitle: 'Reveal in Lanes',
    palette: 'lanes',
    inRestrictedMode: true,
    rows: [[need('ofLane'), '0_open@2']],
  },
  showPage: {
    title: 'Show Lane',
    menuTitle: 'Show',
    palette: 'lanes',
    inRestrictedMode: true,
    rows: [
      [lane(), '0_open@9'],
      [need('kind:(question|approval|merge|report)', 'ofLane'), '0_open@3'],
    ],
  },
} satisfies Readonly<Record<string, LaneActFacts>>;
export type LaneAct = keyof typeof laneActs;

/** Acts on messages, reports and backups, implemented in `LaneTalk`. */
export const talkActs = {
  answer: {
    title: 'Answer Question',
    menuTitle: 'Answer',
    asks: true,
    icon: 'reply',
    palette: 'lanes',
    rows: [[need('kind:question'), 'inline@1', '1_act@1']],
  },
  showMessages: {
    title: 'Show Messages',
    asks: true,
    icon: 'mail',
    palette: 'lanes',
    inRestrictedMode: true,
    titleBar: [[inLanesWithLanes, '2_talk@1']],
    rows: [[lane(open), 'more>1_talk@1']],
  },
  showReports: {
    title: 'Show Reports',
    asks: true,
    icon: 'note',
    palette: 'lanes',
    inRestrictedMode: true,
    titleBar: [[inLanesWithLanes, '2_talk@2']],
    rows: [
      [lane(), 'more>1_talk@2'],
      [need('kind:report'), '1_act@2'],
    ],
  },
  showRescues: {
    title: 'Show Backups',
    asks: true,
    icon: 'archive',
    palette: 'lanes',
    titleBar: [[inLanesWithLanes, '2_talk@3']],
    rows: [[lane(), 'more>2_care@3']],
  },
  findLost: {
    title: 'Find Lost Work',
    asks: true,
    icon: 'search',
    palette: 'repository',
    titleBar: [[inLanes, '2_talk@4']],
  },
} satisfies Readonly<Record<string, LaneActFacts>>;
export type TalkAct = keyof typeof talkActs;

/** Acts on the changed files of a lane, implemented in `LaneFileActs`. */
export const fileActs = {
  nextUnviewed: {
    title: 'Next Unviewed File',
    icon: 'arrow-down',
    palette: 'lanes',
    rows: [[rowsOf('lanes', 'lanePart changed')(), 'inline@1', '0_open@1']],
  },
  toggleViewed: {
    title: 'Toggle Viewed',
    inRestrictedMode: true,
    rows: [[viewable, '1_act@1']],
  },
} satisfies Readonly<Record<string, LaneActFacts>>;
export type FileAct = keyof typeof fileActs;

/** Acts on a work item that start in its lane, implemented in `AgentStart`. */
export const itemActs = {
  startOnItem: {
    title: 'Start Agent on Item',
    asks: true,
    icon: 'play',
    palette: 'items',
    rows: [
      [item('section:ready'), 'inline@1', '1_act@1'],
      [item('section:(in_flight|needs_you|blocked|scheduled)'), '1_act@6'],
    ],
  },
  startOtherOnItem: {
    title: 'Start Different Agent on Item',
    menuTitle: 'Start Different Agent',
    asks: true,
    palette: 'items',
  },
} satisfies Readonly<Record<string, LaneActFacts>>;
export type ItemAct = keyof typeof itemActs;

export const allLaneActs: Readonly<Record<string, LaneActFacts>> = {
  ...laneActs,
  ...talkActs,
  ...fileActs,
  ...itemActs,
};

export function isFileAct(act: string): act is FileAct {
  return Object.hasOwn(fileActs, act);
}

export function isItemAct(act: string): act is ItemAct {
  return Object.hasOwn(itemActs, act);
}

export function isTalkAct(act: string): act is TalkAct {
  return Object.hasOwn(talkActs, act);
}
