import { l10n } from 'vscode';
import type { Need, NeedKind } from '../../../domain/lane/need.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import type { laneNeedsYou } from '../../../operations/lane/laneNeedsYou.js';
import { laneOperation } from '../lanes/laneOperation.js';
import type { LaneNeedRow } from '../lanes/lanesPart.js';
import type { RepositoryRoom } from '../rooms/repositoryRoom.js';
import { asLabel, shortened } from '../support/plainText.js';
import { timeAgo } from '../support/relativeTime.js';

/** As many as a menu can hold. */
const mostNeeds = 20;
const titleLength = 70;

/** What waits for a person in lanes, first what holds up most; work items are told apart from them. */
export async function readLaneNeeds(room: RepositoryRoom, now: number): Promise<readonly LaneNeedRow[]> {
  const answer = await room.invoke(await laneOperation<typeof laneNeedsYou>('lane.needsYou'), { limit: mostNeeds });
  if (isRefusal(answer)) return [];
  return answer.needs.filter(({ kind }) => kind !== 'workItem').map(need => laneNeedRow(need, now));
}

/** A need as a row of a menu. */
function laneNeedRow(need: Need, now: number): LaneNeedRow {
  const { icon, word } = looks(need.kind);
  const facts = [
    word,
    need.lane === null ? undefined : l10n.t('lane {0}', need.lane),
    need.blocks === 0 ? undefined : l10n.t('holds up {0}', need.blocks),
    timeAgo(Date.parse(need.since), now).text,
  ];
  return {
    label: `$(${icon}) ${asLabel(`${need.ref} ${shortened(need.title, titleLength)}`)}`,
    lane: need.lane,
    description: asLabel(facts.filter(fact => fact !== undefined).join(' · ')),
  };
}

function looks(kind: NeedKind): { icon: string; word: string } {
  switch (kind) {
    case 'question':
      return { icon: 'question', word: l10n.t('asks') };
    case 'approval':
      return { icon: 'git-pull-request', word: l10n.t('to be reviewed') };
    case 'merge':
      return { icon: 'git-merge', word: l10n.t('to be merged') };
    case 'conflict':
      return { icon: 'request-changes', word: l10n.t('in conflict') };
    case 'dead':
      return { icon: 'stop-circle', word: l10n.t('worker is dead') };
    case 'failure':
      return { icon: 'error', word: l10n.t('failed') };
    case 'blocked':
      return { icon: 'circle-slash', word: l10n.t('blocked') };
    case 'report':
      return { icon: 'note', word: l10n.t('reports') };
    case 'workItem':
      return { icon: 'inbox', word: l10n.t('asks') };
  }
}
