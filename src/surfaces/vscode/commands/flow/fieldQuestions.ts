import { l10n } from 'vscode';

/** Prompt for a field in the generic flow, in the person's language. A spec verifies that all are present. */
export function fieldQuestion(operation: string, field: string): string | undefined {
  return questions[`${operation}.${field}`]?.();
}

const questions: Readonly<Record<string, () => string>> = {
  'action.add.text': () => l10n.t('What to do, in one line'),
  'blocker.add.description': () => l10n.t('What blocks the work, and who can resolve it'),
  'events.append.type': () => l10n.t('Custom type, such as deploy_started'),
  'finding.merge.from': () => l10n.t('Tasks to copy from: T-3, 3, ULID or ref'),
  'finding.recordMany.findings': () =>
    l10n.t('Findings with the fields of finding.record; the flag takes a JSON or JSON Lines file, or - for stdin'),
  'plan.register.plan': () => l10n.t('Path, name in .stateroom/plans, or ULID'),
  'review.requestChanges.comment': () => l10n.t('What to change, and why'),
  'store.archive.before': () => l10n.t('Only what ended before this time: 2026-11-01, unix ms or -90d'),
  'store.query.sql': () => l10n.t('One SELECT'),
};
