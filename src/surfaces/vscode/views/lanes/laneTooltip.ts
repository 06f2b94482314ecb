import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../../domain/lane/lane.js';
import { laneWord } from '../../../../present/laneViewRow.js';
import { localTime } from '../../support/localTime.js';
import { translate } from '../../support/translate.js';
import { recordTooltip } from '../recordTooltip.js';

const maxPaths = 10;

/** What hovering a lane tells. */
export function laneTooltip(lane: Lane): vscode.MarkdownString {
  const { worker, ownedPaths } = lane;
  const who = [worker?.agent, worker?.harness].filter(name => typeof name === 'string').join(' · ');
  return recordTooltip({ ref: lane.ref, title: lane.lane }, [
    lane.description ?? undefined,
    l10n.t('State: {0}', laneWord(lane, translate)),
    l10n.t('Branch: {0}, base and target: {1}', lane.branch, lane.base),
    l10n.t('Worktree: {0}', lane.worktreePath),
    ownedPaths.length === 0 ? undefined : l10n.t('Owned paths: {0}', ownedPaths.slice(0, maxPaths).join(', ')),
    lane.gitWrites === 'host' ? l10n.t('Commits, rebases and pushes go through Stateroom only') : undefined,
    who === '' ? undefined : l10n.t('Worker: {0}', who),
    worker !== null && worker.attempt > 1 ? l10n.t('Attempt {0}', worker.attempt) : undefined,
    typeof worker?.approvedBy === 'string' ? l10n.t('Approved by {0}', worker.approvedBy) : undefined,
    typeof worker?.lastBeatAt === 'string' ? l10n.t('Last heartbeat: {0}', localTime(worker.lastBeatAt)) : undefined,
    l10n.t('Opened {0}', localTime(lane.createdAt)),
  ]);
}
