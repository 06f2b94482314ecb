import { l10n } from 'vscode';
import { languageOfTexts } from '../support/inEditorsLanguage.js';

/** Reason for not editing a file, to follow the file's name in a sentence. Rare reasons share one translation. */
export function problemText(problem: string): string {
  if (languageOfTexts() === undefined) return problem;
  const frequent = new Map([
    ['is read-only', l10n.t('is read-only')],
    ['is not valid JSON', l10n.t('is not valid JSON')],
    ['is not valid TOML', l10n.t('is not valid TOML')],
    ['is part of another repository', l10n.t('is part of another repository')],
  ]);
  if (problem.startsWith('is in the list')) return l10n.t('is listed as installed, but is not from Stateroom');
  const isLink = /link|leads/.test(problem);
  return frequent.get(problem) ?? (isLink ? l10n.t('is a link to elsewhere') : l10n.t('cannot be edited safely'));
}
