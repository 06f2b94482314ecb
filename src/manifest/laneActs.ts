import type { OfferedWith } from '../operations/operation.js';
import { offeredWith } from './availability.js';
import { rowsOf } from './viewParts.js';

/** A place in a menu: `inline@1` stands beside the row, everything else in its menu. */
export interface MenuPlace {
  readonly when: string;
  readonly group: string;
}

/** A command on lanes that is not an operation of the catalogue: `stateroom.lane.reveal` for `reveal`. */
export interface LaneActFacts {
  /** Its German text is in package.nls.de.json. */
  readonly title: string;
  /** A codicon, where it stands beside a row or in the title bar. */
  readonly icon?: string;
  readonly palette: OfferedWith | false;
  /** True for what neither opens a worktree, nor starts git, nor runs what is typed. */
  readonly inRestrictedMode?: true;
  readonly titleBar?: readonly MenuPlace[];
  readonly rows?: readonly MenuPlace[];
}

export const inLanes = 'view == stateroom.lanes';
const inLanesWithLanes = `${inLanes} && ${offeredWith.lanes}`;

/** Rows of lanes with all of these traits (see laneViewRow). */
export const lane = rowsOf('lanes', 'lane ');
/** Rows of what waits for a person (see needRow). */
export const need = rowsOf('lanes', 'need ');
/** The trait of lanes that are not over. */
export const open = 'status:(planned|active|blocked|review)';
const file = rowsOf('lanes', 'lanePart file')();

/** Beside the row and first in its menu. */
function beside(when: string): readonly MenuPlace[] {
  return [
    { when, group: 'inline@1' },
    { when, group: '1_act@1' },
  ];
}

/** Acts on a lane; the code of each is in `LaneCommands`. */
export const laneActs = {
  refresh: {
    title: 'Refresh Lanes',
    icon: 'refresh',
    palette: 'store',
    inRestrictedMode: true,
    titleBar: [{ when: inLanes, group: 'navigation@2' }],
  },
  showChanges: {
    title: 'Show Lane Changes',
    icon: 'diff-multiple',
    palette: 'lanes',
    rows: [
      { when: lane(open), group: 'inline@2' },
      { when: lane(open), group: '0_open@1' },
      { when: need('kind:(approval|merge|conflict|failure|dead)'), group: '0_open@1' },
    ],
  },
  showChange: {
    title: 'Show Change',
    icon: 'diff',
    palette: false,
    rows: [{ when: file, group: '0_open@1' }],
  },
  openFile: {
    title: 'Open File',
    icon: 'go-to-file',
    palette: false,
    rows: [
      { when: file, group: 'inline@1' },
      { when: file, group: '0_open@2' },
    ],
  },
  openTerminal: {
    title: 'Open Lane Terminal',
    icon: 'terminal',
    palette: 'lanes',
    rows: [
      { when: lane(open), group: 'inline@3' },
      { when: lane(open), group: '0_open@2' },
      ...beside(need('kind:(conflict|dead)')),
    ],
  },
  startAgent: {
    title: 'Start Agent in Lane…',
    icon: 'play',
    palette: 'lanes',
    rows: [
      { when: lane(open, 'state:(ASSIGNED|WORKING|CONFLICTED)'), group: '0_open@3' },
      { when: need('kind:(conflict|dead)'), group: '1_act@2' },
    ],
  },
  openWorkTree: {
    title: 'Open Lane in New Window',
    icon: 'empty-window',
    palette: 'lanes',
    rows: [{ when: lane(open), group: '0_open@4' }],
  },
  copyBranch: {
    title: 'Copy Branch Name',
    palette: 'lanes',
    inRestrictedMode: true,
    rows: [{ when: lane(), group: '5_copy@1' }],
  },
  reveal: {
    title: 'Reveal Lane',
    palette: 'lanes',
    inRestrictedMode: true,
    rows: [{ when: need('ofLane'), group: '0_open@2' }],
  },
  showPage: {
    title: 'Show Lane',
    palette: 'lanes',
    inRestrictedMode: true,
    rows: [{ when: lane(), group: '0_open@9' }],
  },
} satisfies Readonly<Record<string, LaneActFacts>>;
export type LaneAct = keyof typeof laneActs;

/** Acts on what is said between lanes and people, and on what was kept; the code of each is in `LaneTalk`. */
export const talkActs = {
  answer: {
    title: 'Answer Question…',
    icon: 'reply',
    palette: 'lanes',
    rows: [...beside(need('kind:question'))],
  },
  showMessages: {
    title: 'Show Messages…',
    icon: 'mail',
    palette: 'lanes',
    inRestrictedMode: true,
    titleBar: [{ when: inLanesWithLanes, group: '2_talk@1' }],
    rows: [{ when: lane(open), group: '3_talk@2' }],
  },
  showReports: {
    title: 'Show Reports…',
    icon: 'note',
    palette: 'lanes',
    inRestrictedMode: true,
    titleBar: [{ when: inLanesWithLanes, group: '2_talk@2' }],
    rows: [
      { when: lane(), group: '3_talk@3' },
      { when: need('kind:report'), group: '1_act@2' },
    ],
  },
  showRescues: {
    title: 'Show Backups…',
    icon: 'archive',
    palette: 'lanes',
    titleBar: [{ when: inLanesWithLanes, group: '2_talk@3' }],
    rows: [{ when: lane(), group: '4_care@3' }],
  },
} satisfies Readonly<Record<string, LaneActFacts>>;
export type TalkAct = keyof typeof talkActs;

export function isLaneAct(act: string): act is LaneAct {
  return Object.hasOwn(laneActs, act);
}

export function isTalkAct(act: string): act is TalkAct {
  return Object.hasOwn(talkActs, act);
}
