import { l10n } from 'vscode';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { confirmed } from './confirmed.js';
import type { OperationFlow } from './flow.js';

/** Apply Update Now: lists the programs that could no longer write, and asks for confirmation. */
export const updateFlow: OperationFlow = async flow => {
  const { state, reason = '', hint = '' } = await flow.repository.health();
  return confirmed(flow, state === 'update-pending' ? [inEditorsLanguage(reason)] : [], {
    none: l10n.t('The store is up to date.'),
    text: l10n.t('Apply the update now?'),
    detail: [reason, hint].map(inEditorsLanguage),
    yes: l10n.t('Apply Now'),
    field: 'now',
  });
};
