import { l10n } from 'vscode';
import type { Lane } from '../../../../domain/lane/lane.js';
import { laneTitle } from '../../../../domain/lane/laneTitle.js';
import { capitalised } from '../../../../domain/text/capitalised.js';
import { commandOf } from '../../../../operations/commandOf.js';
import { queueShow } from '../../../../operations/queue/queueShow.js';
import { taskShow } from '../../../../operations/task/taskShow.js';
import {
  distanceText,
  isAtWork,
  type LaneDistance,
  laneWord,
  livenessWord,
  missingTreeText,
  showLaneCommand,
} from '../../../../present/laneViewRow.js';
import { timeAgo } from '../../../../present/relativeTime.js';
import { named, type Tooltip, type TooltipEntry, tooltipOf } from '../../../../present/tooltip.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { localTime } from '../../support/localTime.js';
import { translate } from '../../support/translate.js';
import type { LaneWarning } from './laneWarnings.js';

/** Max owned paths and warnings in the tooltip. */
const maxPaths = 10;
const maxWarnings = 5;

const showChangesCommand = 'stateroom.lane.showChanges';
const openTerminalCommand = 'stateroom.lane.openTerminal';
const openWorkTreeCommand = 'stateroom.lane.openWorkTree';

export interface LaneTooltipFacts {
  /** ms UTC. */
  readonly now: number;
  readonly distance: LaneDistance | undefined;
  readonly warnings: readonly LaneWarning[];
  /** Commands whose last run in it failed. */
  readonly failing: readonly string[];
  /** Returns another lane's number and title, by its name. */
  readonly called: (lane: string) => string;
  /** False in Restricted Mode, in which nothing runs in a worktree. */
  readonly isTrusted: boolean;
}

export function laneTooltip(lane: Lane, facts: LaneTooltipFacts): Tooltip {
  const { now, distance, warnings, failing, called, isTrusted } = facts;
  const { worker, ownedPaths, workItem, task } = lane;
  const given = [{ lane: lane.lane }];
  const who = [worker?.agent, worker?.harness].filter(name => typeof name === 'string').join(' · ');
  const isOver = lane.status === 'merged' || lane.status === 'closed';
  const acts = isTrusted && !isOver;
  const missing = missingTreeText(distance, translate);
  const ago = timeAgo(Date.parse(isOver ? lane.updatedAt : lane.createdAt), now, translate).text;
  const link = (text: string, command: string): TooltipEntry =>
    acts ? { text, opens: { command, arguments: given } } : undefined;
  return tooltipOf({ ref: lane.ref, title: laneTitle(lane), opens: { command: showLaneCommand, arguments: given } }, [
    ...failing
      .slice(0, maxWarnings)
      .map(command => named(l10n.t('Last run failed'), command, { icon: 'error', code: true })),
    ...warnings.slice(0, maxWarnings).map(one => warningPart(one, called)),
    [named(l10n.t('State'), laneWord(lane, translate, called)), ...lifeParts(lane, now)],
    worker?.trouble == null ? undefined : { icon: 'warning', text: inEditorsLanguage(worker.trouble.reason) },
    [
      named(l10n.t('Work item'), workItem, {
        opens: { command: commandOf(queueShow), arguments: [{ id: workItem }] },
      }),
      named(l10n.t('Task'), task, { opens: { command: commandOf(taskShow), arguments: [{ task }] } }),
    ],
    [named(l10n.t('Name'), lane.lane, { code: true }), named(l10n.t('Branch'), lane.branch, { code: true })],
    [
      named(l10n.t('Target branch'), lane.base, { code: true }),
      isOver || distance === undefined ? undefined : distanceText(distance, translate),
    ],
    [
      named(l10n.t('Worktree'), lane.worktreePath, { code: true }),
      missing === undefined ? undefined : { icon: 'warning', text: missing },
    ],
    isOver || lane.port === null ? undefined : named(l10n.t('Port'), String(lane.port)),
    ownedPaths.length === 0
      ? undefined
      : named(l10n.t('Owned paths'), ownedPaths.slice(0, maxPaths).join(', '), { code: true }),
    lane.gitWrites === 'host' ? l10n.t('Commits, rebases and pushes go through Stateroom only') : undefined,
    [
      who === '' ? undefined : named(l10n.t('Worker'), who),
      worker !== null && worker.attempt > 1 ? l10n.t('Attempt {0}', worker.attempt) : undefined,
      named(l10n.t('Approved by'), worker?.approvedBy),
    ],
    [
      named(l10n.t('Opened'), localTime(lane.createdAt)),
      isOver ? `${capitalised(laneWord(lane, translate))} ${ago}` : ago,
    ],
    [
      link(l10n.t('Show Changes'), showChangesCommand),
      link(l10n.t('Open Terminal'), openTerminalCommand),
      link(l10n.t('Open in New Window'), openWorkTreeCommand),
    ],
  ]);
}

/** Formats the overlap with another lane, which is only visible before a merge. */
function warningPart({ path, meets, lines, shares, conflicts, owner }: LaneWarning, called: (lane: string) => string) {
  const names = (lanes: readonly string[]): string => lanes.map(called).join(', ');
  const facts = [
    conflicts.length === 0 ? undefined : l10n.t('would conflict with {0}', names(conflicts)),
    meets.length === 0 ? undefined : l10n.t('same lines as {0}', names(meets)),
    lines.length === 0 ? undefined : l10n.t('lines {0}', lines.join(', ')),
    owner === undefined ? undefined : l10n.t('outside its owned paths'),
    meets.length + conflicts.length > 0 || shares.length === 0
      ? undefined
      : l10n.t('also changed in {0}', names(shares)),
  ].filter(fact => fact !== undefined);
  const isGrave = meets.length > 0 || conflicts.length > 0 || owner !== undefined;
  return { icon: isGrave ? 'warning' : 'info', name: path, text: facts.join(' · ') };
}

function lifeParts({ worker }: Lane, now: number): TooltipEntry[] {
  if (worker === null || !isAtWork(worker) || worker.lastBeatAt === null) return [];
  const ago = timeAgo(Date.parse(worker.lastBeatAt), now, translate).text;
  return [livenessWord(worker.liveness, translate), named(l10n.t('Last heartbeat'), ago)];
}
