import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, vi } from 'vitest';

const l10n = vi.hoisted(() => ({ uri: undefined as { fsPath: string } | undefined }));
vi.mock('vscode', () => ({ l10n }));

const bundle = (language: string) => ({
  fsPath: fileURLToPath(new URL(`../../../../media/l10n/bundle.l10n.${language}.json`, import.meta.url)),
});

beforeEach(() => vi.resetModules());

it.each([
  ['in English', undefined, undefined, 'There is no task T-9.', 'the title is empty'],
  ['in German', bundle('de'), 'de', 'Es gibt keine Aufgabe T-9.', 'Der Titel ist leer'],
  ['in a language without refusals', bundle('pt-br'), 'pt-br', 'There is no task T-9.', 'the title is empty'],
])('speaks %s', async (_name, uri, language, sentence, words) => {
  l10n.uri = uri;
  const { causeOf, inEditorsLanguage, languageOfTexts, wordsInEditorsLanguage } = await import(
    './inEditorsLanguage.js'
  );
  expect(languageOfTexts()).toBe(language);
  expect(inEditorsLanguage('There is no task T-9.')).toBe(sentence);
  expect(wordsInEditorsLanguage('the title is empty')).toBe(words);
  expect([causeOf(new Error('There is no task T-9.')), causeOf('It broke')]).toEqual([sentence, 'It broke']);
});

it('writes times as the language of the texts does', async () => {
  l10n.uri = bundle('de');
  const { localTime } = await import('./localTime.js');
  expect(localTime(new Date(2026, 10, 21, 15, 36).toISOString())).toBe('21.11.2026, 15:36');
});
