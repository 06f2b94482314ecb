import { l10n } from 'vscode';
import { type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';

export function restrictedMode(): Refusal {
  return refuse('not_allowed', verbatim(l10n.t('Restricted Mode: the queue is read-only.')), {
    hint: verbatim(l10n.t('Trust this workspace to change work items.')),
    details: { restrictedMode: true },
  });
}
