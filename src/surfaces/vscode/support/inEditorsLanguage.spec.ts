import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, vi } from 'vitest';
import { message } from '../../../messages/message.js';
import { StoreError } from '../../../store/storeError.js';

const l10n = vi.hoisted(() => ({
  uri: undefined as { fsPath: string } | undefined,
  t: (text: string, cause = '') => text.replace('{0}', cause),
}));
vi.mock('vscode', () => ({ l10n }));

const bundle = (language: string) => ({
  fsPath: fileURLToPath(new URL(`../../../../media/l10n/bundle.l10n.${language}.json`, import.meta.url)),
});

const noTask = message('tasks.unknown', { task: 'T-9' });

beforeEach(() => vi.resetModules());

it.each([
  ['in English', undefined, undefined, 'Task T-9 not found.'],
  ['in German', bundle('de'), 'de', 'Es gibt keine Aufgabe T-9.'],
  ['in a language without messages', bundle('pt-br'), 'pt-br', 'Task T-9 not found.'],
])('speaks %s', async (_name, uri, language, sentence) => {
  l10n.uri = uri;
  const { causeOf, inEditorsLanguage, languageOfTexts, loadLanguage } = await import('./inEditorsLanguage.js');
  await loadLanguage();
  const { refusalError } = await import('../../../domain/refusal/refusal.js');
  expect(languageOfTexts()).toBe(language);
  expect(inEditorsLanguage(noTask)).toBe(sentence);
  expect(causeOf(refusalError('not_found', noTask))).toBe(sentence);
});

it('leaves out what only the command line takes', async () => {
  l10n.uri = undefined;
  const { inEditorsLanguage } = await import('./inEditorsLanguage.js');
  expect(
    [
      message('lanes.restoreOrRename', { lane: 'login' }),
      message('lanes.ownsPathsHint', { lane: 'login' }),
      message('workers.nextAnswer'),
      message('lanes.treeLockedHint'),
      message('tasks.processInTree', { directory: '/shop', pid: 7, program: 'node' }),
    ].map(inEditorsLanguage),
  ).toEqual([
    'Restore it, or use another name.',
    'Choose other paths, or open this one after that lane.',
    'A person reviews it.',
    'Unlock it with `git worktree unlock`, or keep it.',
    '/shop is in use by process 7 (node). Once it ends, remove it.',
  ]);
});

it('leaves what no operation said as it is, even where it reads like one of its sentences', async () => {
  l10n.uri = bundle('de');
  const { causeOf, loadLanguage } = await import('./inEditorsLanguage.js');
  await loadLanguage();
  expect([new StoreError('STORE_CLOSED', noTask), new Error('Task T-9 not found.')].map(causeOf)).toEqual([
    'Es gibt keine Aufgabe T-9.',
    'Task T-9 not found.',
  ]);
  expect([new Error('Nothing to change.'), 'Nothing to change.'].map(causeOf)).toEqual([
    'Nothing to change.',
    'Nothing to change.',
  ]);
});

it('takes no word alone for a sentence', async () => {
  l10n.uri = bundle('de');
  const { inEditorsLanguage, loadLanguage } = await import('./inEditorsLanguage.js');
  await loadLanguage();
  expect(['high', 'test', 'fix'].map(inEditorsLanguage)).toEqual(['high', 'test', 'fix']);
});

it('writes times as the language of the texts does', async () => {
  l10n.uri = bundle('de');
  const { localTime } = await import('./localTime.js');
  expect(localTime(new Date(2026, 10, 21, 15, 36).toISOString())).toBe('21.11.2026, 15:36');
});

it('says what to do where code of the extension is gone, and keeps the cause of what else failed', async () => {
  l10n.uri = undefined;
  const { causeOf, viewFailure } = await import('./inEditorsLanguage.js');
  const { refusalError } = await import('../../../domain/refusal/refusal.js');
  const missing = Object.assign(new Error("Cannot find module '/x/chunk-1.mjs'"), { code: 'ERR_MODULE_NOT_FOUND' });
  const sentence =
    'Files of the extension are missing, which can happen after an update. Reload the window to continue.';
  expect([causeOf(missing), viewFailure(missing)]).toEqual([sentence, sentence]);
  expect(viewFailure(new Error('It broke.'))).toBe(
    'Could not read this view. Refresh it to try again; Stateroom: Show Log has the details. Cause: It broke.',
  );
  expect(viewFailure(refusalError('not_found', noTask))).toBe('Task T-9 not found.');
});
