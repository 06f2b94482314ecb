import type { Decision } from '../domain/decision/decision.js';
import type { Translate } from '../reports/translate.js';
import { codeSpan } from './codeSpan.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { block } from './markdownBlock.js';
import type { WriteTime } from './writeTime.js';

const commitLength = 10;

/** A decision as part of a page. Places that it names are followed from the commit that is told here. */
export function decisionPart(
  { ref, decision, rationale, actor, commit, createdAt }: Decision,
  t: Translate,
  time: WriteTime,
): string {
  const by = t('{0} by {1}', time(createdAt), inlineMarkdown(actor));
  return `## ${ref} ${inlineMarkdown(decision)}\n\n${recordedLine(by, commit, t)}\n\n${block(rationale)}`;
}

/** Says when and at which commit something was written; `recordedCommit` reads it again. */
export function recordedLine(by: string, commit: string | null, t: Translate): string {
  const text = commit === null ? by : t('{0} at {1}', by, codeSpan(commit.slice(0, commitLength)));
  return `- ${t('Recorded')}: ${text}`;
}

/** The commit that a line of a page tells as that of its part; undefined when it tells none. */
export function recordedCommit(line: string, t: Translate): string | undefined {
  if (!line.startsWith(`- ${t('Recorded')}: `) && !line.startsWith(`- ${t('Found')}: `)) return undefined;
  return /`([0-9a-f]{10})`\s*$/.exec(line)?.[1];
}
