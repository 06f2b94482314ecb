import type { ChatFollowup } from 'vscode';
import { l10n } from 'vscode';
import { contextCommand } from '../../../manifest/chat.js';
import type { AnswerMetadata } from './chatAnswer.js';

/** At most three questions that make sense after an answer. */
export function followupsOf(answer: AnswerMetadata | undefined): ChatFollowup[] {
  if (answer === undefined) return [];
  const about = (ref: string): ChatFollowup => ({ prompt: l10n.t('What about {0}?', ref) });
  const followups = answer.mentions.slice(0, 2).map(about);
  if (answer.kind === 'items') {
    followups.push({ prompt: l10n.t('Where do we stand?'), command: contextCommand });
  }
  return followups;
}
