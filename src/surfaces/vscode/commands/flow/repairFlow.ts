import { l10n } from 'vscode';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { storeRepair } from '../../../../operations/store/storeRepair.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { confirmed } from './confirmed.js';
import type { OperationFlow } from './flow.js';

const maxLines = 15;

/** Repair: lists the work items that do not match their tasks and lanes, and asks for confirmation. */
export const repairFlow: OperationFlow = async flow => {
  if (flow.has('yes')) return flow.result();
  const { threads } = await invokeOrThrow(flow.repository, storeRepair, {});
  const lines = (outcome: 'found' | 'left'): string[] =>
    threads.filter(one => one.outcome === outcome).map(({ text }) => oneLine(inEditorsLanguage(text)));
  const [repairable, left] = [lines('found'), lines('left')];
  const shown = repairable.slice(0, maxLines);
  const detail = [
    ...shown,
    ...(repairable.length > shown.length ? [l10n.t('and {0} more', repairable.length - shown.length)] : []),
    ...(left.length === 0 ? [] : ['', l10n.t('You decide:'), ...left.slice(0, maxLines)]),
  ];
  return confirmed(flow, repairable, {
    none:
      left.length === 0
        ? l10n.t('All work items match their tasks and lanes.')
        : l10n.t('Nothing can be repaired automatically. You decide: {0}', left.slice(0, 3).join(' ')),
    text: l10n.t('Repair the work items that do not match their tasks and lanes ({0})?', repairable.length),
    detail,
    yes: l10n.t('Repair'),
  });
};
