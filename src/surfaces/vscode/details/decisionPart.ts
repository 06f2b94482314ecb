import { l10n } from 'vscode';
import type { Decision } from '../../../domain/decision/decision.js';
import { exactLocalTime } from '../support/localTime.js';
import { codeSpan } from './codeSpan.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { block } from './markdownBlock.js';

const commitLength = 10;

/** A decision as part of a page. Places that it names are followed from the commit that is told here. */
export function decisionPart({ ref, decision, rationale, actor, commit, createdAt }: Decision): string {
  const by = l10n.t('{0} by {1}', exactLocalTime(createdAt), inlineMarkdown(actor));
  return `## ${ref} ${inlineMarkdown(decision)}\n\n${recordedLine(by, commit)}\n\n${block(rationale)}`;
}

/** Says when and at which commit something was written; `recordedCommit` reads it again. */
export function recordedLine(by: string, commit: string | null): string {
  const text = commit === null ? by : l10n.t('{0} at {1}', by, codeSpan(commit.slice(0, commitLength)));
  return `- ${l10n.t('Recorded')}: ${text}`;
}

/** The commit that a line of a page tells as that of its part; undefined when it tells none. */
export function recordedCommit(line: string): string | undefined {
  if (!line.startsWith(`- ${l10n.t('Recorded')}: `) && !line.startsWith(`- ${l10n.t('Found')}: `)) return undefined;
  return /`([0-9a-f]{10})`\s*$/.exec(line)?.[1];
}
