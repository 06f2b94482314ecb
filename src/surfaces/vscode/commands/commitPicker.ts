import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingCommits } from '../../../operations/finding/findingCommits.js';
import type { Clock } from '../../../platform/clock.js';
import { timeAgo } from '../../../present/relativeTime.js';
import type { Repository } from '../repository.js';
import { asLabel } from '../support/plainText.js';
import { type Answer, askChoice, type Choice, type StepPlace } from '../support/prompt.js';
import { translate } from '../support/translate.js';

const shortLength = 10;
/** Prefix of a commit id. */
const commitId = /^[0-9a-f]{4,64}$/i;

export function shortCommit(commit: string): string {
  return commit.slice(0, shortLength);
}

/** Asks for a commit after all findings, or a typed id; may be empty if none fits. Undefined if git has none. */
export async function fixCommitStep(
  repository: Repository,
  clock: Clock,
  ids: readonly string[],
): Promise<((at: StepPlace) => Promise<Answer<string>>) | undefined> {
  const listed = await repository.invoke(findingCommits, { ids: [...ids] });
  if (isRefusal(listed) || listed.head === null) return undefined;
  const rows: Choice<string>[] = listed.commits.map(({ commit, subject, committedAt }) => ({
    label: `$(git-commit) ${asLabel(subject)}`,
    description: [shortCommit(commit), timeAgo(Date.parse(committedAt), clock.now(), translate).text].join(' · '),
    value: commit,
  }));
  const unchanged: Choice<string>[] =
    rows.length > 0
      ? []
      : [{ label: l10n.t('$(note) Nothing had to change'), description: l10n.t('say why in a note'), value: '' }];
  const search = async (text: string): Promise<Choice<string>[]> => {
    const typed = text.trim();
    if (!commitId.test(typed) || rows.some(({ value }) => value.startsWith(typed.toLowerCase())))
      return [...rows, ...unchanged];
    return [
      { label: `$(git-commit) ${l10n.t('Commit {0}', typed)}`, alwaysShow: true, value: typed },
      ...rows,
      ...unchanged,
    ];
  };
  return at =>
    askChoice<string>({
      ...at,
      placeholder:
        rows.length > 0
          ? l10n.t('Select the commit that fixes it, made after the finding, or enter its id')
          : l10n.t(
              'No commit on this branch was made after the finding. Commit the fix first, or enter the id of the commit',
            ),
      rows: [...rows, ...unchanged],
      search,
    });
}
