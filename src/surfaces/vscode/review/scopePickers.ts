import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { decisionList } from '../../../operations/decision/decisionList.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { sliceList } from '../../../operations/slice/sliceList.js';
import { timeAgo } from '../../../present/relativeTime.js';
import { sliceStatusLooks } from '../../../present/status.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel } from '../support/plainText.js';
import { type Answer, askChoice, type Choice } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import { type DiffScope, ofCommit, ofSlice } from './diffScope.js';

interface ScopeQuestion {
  readonly repository: Repository;
  readonly lane: Lane;
  readonly title: string;
}

export function askCommit({ repository, lane, title }: ScopeQuestion, now: number): Promise<Answer<DiffScope>> {
  const rows = async (): Promise<Choice<DiffScope>[]> => {
    const { laneCommits } = await loadLaneOperations();
    const { commits } = await invokeOrThrow(repository, laneCommits, { lane: lane.lane });
    return commits.map(({ commit, subject, author, committedAt, slice }) => ({
      label: `$(git-commit) ${asLabel(subject)}`,
      description: asLabel([commit.slice(0, 7), slice].filter(part => part !== null).join(' · ')),
      detail: asLabel(`${author}, ${timeAgo(Date.parse(committedAt), now, translate).text}`),
      value: ofCommit(commit, subject),
    }));
  };
  const placeholder = l10n.t('Select a commit');
  return askChoice({
    title,
    placeholder,
    empty: l10n.t('{0} has no commits of its own.', laneLabel(lane)),
    rows: rows(),
  });
}

/** Asks for a slice of the lane's task that has a commit; shows the decision that closed each. */
export function askLaneSlice({ repository, lane, title }: ScopeQuestion): Promise<Answer<DiffScope>> {
  const rows = async (): Promise<Choice<DiffScope>[]> => {
    if (lane.task === null) return [];
    const { slices } = await invokeOrThrow(repository, sliceList, { task: lane.task, limit: 100 });
    const { decisions } = await invokeOrThrow(repository, decisionList, { task: lane.task, limit: 100 });
    const words = new Map(decisions.map(({ ref, rationale }) => [ref, `${ref} ${firstWords(rationale)}`]));
    return slices.flatMap(({ ref, title: name, status, base, commit, decision }) => {
      if (commit === null || commit === base) return [];
      const decided = decision === null ? undefined : (words.get(decision) ?? decision);
      return {
        label: `$(list-tree) ${asLabel(`${ref} ${name}`)}`,
        description: sliceStatusLooks[status].word(translate),
        detail: decided === undefined ? '' : asLabel(decided),
        value: ofSlice(ref, name, decided),
      };
    });
  };
  const placeholder = l10n.t('Select a slice');
  const empty = l10n.t('No slice of {0} has a commit.', laneLabel(lane));
  return askChoice({ title, placeholder, empty, rows: rows() });
}

/** Returns the first line of a rationale that is not a heading. */
function firstWords(rationale: string): string {
  const lines = rationale.split(/\r?\n/).map(line => line.trim());
  return (lines.find(line => line !== '' && !line.startsWith('#')) ?? '').replace(/^[-*] /, '');
}
