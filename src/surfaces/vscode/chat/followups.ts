import type { ChatFollowup } from 'vscode';
import { l10n } from 'vscode';
import type { WorkflowName } from '../../../domain/workflow/workflowNames.js';

/** Input of `followupsOf`; the chat view returns it as plain data. */
export interface AnswerMetadata {
  /** Suggested work items, the most important first. */
  readonly mentions: readonly string[];
  /** Suggested questions, in the person's language. */
  readonly asks: readonly string[];
}

const maxFollowups = 3;
const maxMentions = 2;

/** At most three questions to ask after an answer. */
export function followupsOf(answer: AnswerMetadata | undefined): ChatFollowup[] {
  if (answer === undefined) return [];
  const about = answer.mentions.slice(0, maxMentions).map(ref => l10n.t('What about {0}?', ref));
  // A follow-up without a command uses the command of the answer above it.
  const command: WorkflowName = 'context';
  return [...about, ...answer.asks].slice(0, maxFollowups).map(prompt => ({ prompt, command }));
}
