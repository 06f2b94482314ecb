import { l10n } from 'vscode';
import type { FindingSeverity } from '../../../domain/finding/findingSeverity.js';
import type { Lane } from '../../../domain/lane/lane.js';
import type { MergeWay } from '../../../domain/lane/mergeWay.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import type { GateReason } from '../../../gates/gate.js';
import { severityCounts } from '../../../present/severity.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';

export interface MergePlan {
  readonly into: string;
  readonly way: MergeWay;
  readonly commits: number;
  /** Commits of the remote's branch that are merged too. */
  readonly along: number;
  /** Ignored files and folders that are not backed up. */
  readonly leftBehind: readonly { readonly path: string }[];
  /** Warnings to check before relying on the evidence. */
  readonly warnings: readonly Pick<GateReason, 'text'>[];
}

type ClosingPlan = Pick<MergePlan, 'commits' | 'leftBehind'> & { readonly uncommitted: number };

/** Max paths named of those not backed up. */
const maxNamed = 5;

/**
 * Describes a merge for confirmation. `merge` is null without branch or target; the merge itself reports that.
 * `findings`: open ones by severity. `missing`: required commands without a passing run on the merged content.
 */
export function mergeDetail(
  { lane, branch, adopted, merge }: Pick<Lane, 'lane' | 'branch' | 'adopted'> & { readonly merge: MergePlan | null },
  open: readonly Pick<Lane, 'lane' | 'waitsFor'>[],
  findings: Readonly<Partial<Record<FindingSeverity, number>>> = {},
  missing: readonly string[] = [],
): string {
  const sentences: string[] = [];
  if (Object.keys(findings).length > 0) sentences.push(l10n.t('Open findings: {0}.', severityCounts(findings, l10n.t)));
  if (missing.length > 0) {
    sentences.push(l10n.t('Required, without a passing run on this state: {0}.', missing.map(oneLine).join(', ')));
  }
  for (const { text } of merge?.warnings ?? []) sentences.push(oneLine(inEditorsLanguage(text)));
  if (merge !== null) sentences.push(planSentence(branch, merge));
  if (merge !== null && merge.along > 0) sentences.push(alongSentence(merge));
  // An adopted worktree is left to the tool that created it.
  if (!adopted) sentences.push(l10n.t('The worktree is deleted (uncommitted files are backed up).'));
  if (merge !== null && merge.leftBehind.length > 0) sentences.push(leftSentence(merge.leftBehind));
  const waiting = open.filter(({ waitsFor: [first, ...others] }) => first?.lane === lane && others.length === 0);
  if (waiting.length > 0) sentences.push(startSentence(waiting.map(one => oneLine(one.lane))));
  sentences.push(l10n.t('This cannot be undone from Stateroom.'));
  return sentences.join(' ');
}

/** Describes what remains of a lane closed without a merge: its commits on the branch, and its files in a backup. */
export function keptDetail({
  branch,
  adopted,
  merge,
}: Pick<Lane, 'branch' | 'adopted'> & { readonly merge: ClosingPlan | null }): string {
  const kept = [
    merge === null || merge.commits === 0
      ? undefined
      : merge.commits === 1
        ? l10n.t('1 commit stays on {0}.', oneLine(branch))
        : l10n.t('{0} commits stay on {1}.', merge.commits, oneLine(branch)),
    adopted
      ? l10n.t('The worktree stays.')
      : merge === null
        ? l10n.t('The worktree is deleted (uncommitted files are backed up).')
        : backupSentence(merge.uncommitted),
    merge === null || merge.leftBehind.length === 0 ? undefined : leftSentence(merge.leftBehind),
  ];
  return kept.filter(sentence => sentence !== undefined).join(' ');
}

/** Describes the effect of a retry on existing work: commits and files are backed up. */
export function restartDetail({ base, merge }: Pick<Lane, 'base'> & { readonly merge: ClosingPlan | null }): string {
  const { commits = 0, uncommitted = 0, leftBehind = [] } = merge ?? {};
  const parts = [
    commits === 0 ? undefined : commits === 1 ? l10n.t('1 commit') : l10n.t('{0} commits', commits),
    uncommitted === 0
      ? undefined
      : uncommitted === 1
        ? l10n.t('1 uncommitted file')
        : l10n.t('{0} uncommitted files', uncommitted),
  ].filter(part => part !== undefined);
  return [
    l10n.t('Starts again at {0}.', oneLine(base)),
    merge === null ? l10n.t('The work so far is backed up.') : undefined,
    parts.length === 0 ? undefined : l10n.t('Backed up: {0}.', parts.join(', ')),
    leftBehind.length === 0 ? undefined : leftSentence(leftBehind),
  ]
    .filter(sentence => sentence !== undefined)
    .join(' ');
}

function backupSentence(uncommitted: number): string {
  if (uncommitted === 0) return l10n.t('The worktree is deleted; it has no uncommitted files.');
  return uncommitted === 1
    ? l10n.t('The worktree is deleted; its 1 uncommitted file is backed up.')
    : l10n.t('The worktree is deleted; its {0} uncommitted files are backed up.', uncommitted);
}

function planSentence(branch: string, { into, way, commits }: MergePlan): string {
  const from = oneLine(branch);
  const target = oneLine(into);
  const isOne = commits === 1;
  switch (way) {
    case 'merge':
      return isOne
        ? l10n.t('Merges 1 commit from {0} into {1} with a merge commit.', from, target)
        : l10n.t('Merges {0} commits from {1} into {2} with a merge commit.', commits, from, target);
    case 'squash':
      return isOne
        ? l10n.t('Merges 1 commit from {0} into {1} as a new commit.', from, target)
        : l10n.t('Merges {0} commits from {1} into {2}, as one squashed commit.', commits, from, target);
    case 'rebase':
      return isOne
        ? l10n.t('Rebases 1 commit from {0} onto {1}.', from, target)
        : l10n.t('Rebases {0} commits from {1} onto {2}.', commits, from, target);
  }
}

function alongSentence({ into, along }: MergePlan): string {
  const target = oneLine(into);
  return along === 1
    ? l10n.t('Includes 1 commit that is only on the remote’s {0}.', target)
    : l10n.t('Includes {0} commits that are only on the remote’s {1}.', along, target);
}

function leftSentence(left: MergePlan['leftBehind']): string {
  const named = left.slice(0, maxNamed).map(({ path }) => oneLine(path));
  const more = left.length - named.length;
  return more === 0
    ? l10n.t('Too large to back up (ignored files): {0}.', named.join(', '))
    : l10n.t('Too large to back up (ignored files): {0} and {1} more.', named.join(', '), more);
}

function startSentence(waiting: readonly string[]): string {
  const [first = ''] = waiting;
  return waiting.length === 1
    ? l10n.t('Lane {0}, which waits for it, can then start.', first)
    : l10n.t('Lanes {0}, which wait for it, can then start.', waiting.join(', '));
}
