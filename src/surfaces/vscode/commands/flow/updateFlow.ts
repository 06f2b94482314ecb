import { l10n } from 'vscode';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { confirmed } from './confirmed.js';
import type { OperationFlow } from './flow.js';

/** Apply Update Now: which programs it would keep from writing, and whether to apply it all the same. */
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
