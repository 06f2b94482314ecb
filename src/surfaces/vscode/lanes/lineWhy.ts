import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { shortened } from '../../../domain/text/shortened.js';
import { laneOperations } from '../../../operations/lane/laneOperations.generated.js';
import type { laneWhy } from '../../../operations/lane/laneWhy.js';
import { codeSpan } from '../../../present/codeSpan.js';
import { inlineMarkdown } from '../../../present/inlineMarkdown.js';
import type { Repositories } from '../repository.js';
import { localTime } from '../support/localTime.js';

const maxRationale = 300;

type Why = z.output<(typeof laneWhy)['output']>;

/** The origin of a line that came with a lane, as Markdown with others' text escaped; undefined for other lines. */
export async function lineWhy(
  repositories: Repositories,
  { uri, isDirty }: vscode.TextDocument,
  line: number,
): Promise<vscode.Hover | undefined> {
  // The worktree of a lane is outside of the window's folders.
  const repository = repositories.all.find(one => one.fileOf(uri) !== undefined);
  const file = repository?.fileOf(uri);
  // Unsaved edits move lines; git knows only what is saved.
  if (repository === undefined || file === undefined || isDirty || !(await repository.hasLanes())) return undefined;
  const answer = await repository.invoke(
    laneOperations.laneWhy,
    { path: file.path, line: line + 1 },
    { folder: file.top },
  );
  if (isRefusal(answer) || answer.lane === null) return undefined;
  return new vscode.Hover(new vscode.MarkdownString(whyText(answer)));
}

function whyText({ lane, workItem, attempt, decision, evidence, subject, author, commit, at }: Why): string {
  const work = workItem === null ? lane : `${workItem.ref} ${inlineMarkdown(workItem.title)} · ${lane}`;
  const who = attempt === null ? author : [attempt.actor, attempt.model].filter(part => part !== null).join(', ');
  return [
    `**${work}**`,
    [
      ...(attempt === null ? [] : [l10n.t('Attempt {0}', attempt.number)]),
      inlineMarkdown(who),
      ...(commit === null
        ? [l10n.t('not committed')]
        : [`${codeSpan(commit.slice(0, 10))} ${inlineMarkdown(subject)}`, inlineMarkdown(localTime(at))]),
    ].join(' · '),
    ...(decision === null ? [] : [`${decision.ref}: ${inlineMarkdown(shortened(decision.rationale, maxRationale))}`]),
    ...(evidence === null ? [] : [l10n.t('Proven by {0}', `${codeSpan(evidence.command)} (${evidence.ref})`)]),
  ].join('\n\n');
}
