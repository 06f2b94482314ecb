import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, vi } from 'vitest';
import { message } from '../../../messages/message.js';
import { StoreError } from '../../../store/storeError.js';

const l10n = vi.hoisted(() => ({ uri: undefined as { fsPath: string } | undefined }));
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
  const { causeOf, inEditorsLanguage, languageOfTexts } = await import('./inEditorsLanguage.js');
  const { refusalError } = await import('../../../domain/refusal/refusal.js');
  expect(languageOfTexts()).toBe(language);
  expect(inEditorsLanguage(noTask)).toBe(sentence);
  expect(causeOf(refusalError('not_found', noTask))).toBe(sentence);
});

it('leaves what no operation said as it is, even where it reads like one of its sentences', async () => {
  l10n.uri = bundle('de');
  const { causeOf } = await import('./inEditorsLanguage.js');
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
  const { inEditorsLanguage } = await import('./inEditorsLanguage.js');
  expect(['high', 'test', 'fix'].map(inEditorsLanguage)).toEqual(['high', 'test', 'fix']);
});

it('writes times as the language of the texts does', async () => {
  l10n.uri = bundle('de');
  const { localTime } = await import('./localTime.js');
  expect(localTime(new Date(2026, 10, 21, 15, 36).toISOString())).toBe('21.11.2026, 15:36');
});
