import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editorSources, readTexts } from '../../build/exportTexts.mjs';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { readTokens, textsOf } from '../../build/sourceTexts.mjs';

const source = (file: string): Promise<string> => readFile(join(place.root, file), 'utf8');
const table = async (file: string): Promise<Record<string, string>> => JSON.parse(await source(file));

/** What a translation must have as the English has it: places for values, icons, code and links. */
function fixedParts(text: string): string[] {
  return [...text.matchAll(/\{\d\}|\$\([a-z-]+\)|`[^`]*`|\]\([^)]*\)/g)].map(([part]) => part).sort();
}

/** Names of keys whose German is missing, empty or has other fixed parts; a glossary is in docs/l10n.md. */
function untranslated(english: Iterable<[string, string]>, german: Record<string, string>): string[] {
  return [...english]
    .filter(([key, text]) => !german[key]?.trim() || `${fixedParts(text)}` !== `${fixedParts(german[key])}`)
    .map(([key]) => key);
}

describe('every text for people', () => {
  it('of the editor’s code has a German one in media/l10n/bundle.l10n.de.json, with the same places', async () => {
    const { texts } = await readTexts();
    expect(texts.size).toBeGreaterThan(1000);
    const german = await table('media/l10n/bundle.l10n.de.json');
    const english = [...texts.keys()].map((text): [string, string] => [text, text]);
    expect(untranslated(english, german)).toEqual([]);
    expect(Object.keys(german).filter(key => !texts.has(key))).toEqual([]);
  });

  it('of the manifest has a German one in package.nls.de.json, with the same links', async () => {
    const english = await table('package.nls.json');
    const german = await table('package.nls.de.json');
    expect(untranslated(Object.entries(english), german)).toEqual([]);
    expect(Object.keys(german).filter(key => !Object.hasOwn(english, key))).toEqual([]);
  });

  it('is written out where it is asked for, so that it can be found', async () => {
    const { handedOn } = await readTexts();
    // The texts of definitions, which `translated` marks, and the editor's way to translate for the parts that know no editor.
    expect(handedOn).toEqual(['src/present/inLanguage.ts', 'src/surfaces/vscode/support/translate.ts']);
  });
});

/** What is shown to people when it is given to these calls or under these names. */
const calls = /^(show(Information|Warning|Error)Message|setStatusBarMessage)$/;
const names = /^(title|placeholder|placeHolder|label|description|detail|tooltip|prompt|message|hint|button|headline)$/;

/** Not language: names of programs, branches and paths to be typed, and an icon's name. */
const examples = ['codex, claude, gemini…', 'codex-1', 'login-limit', 'src/login/**, docs/login.md'];

describe('no text for people', () => {
  it('of the editor is a plain literal: all go through l10n.t or translate', async () => {
    const plain: string[] = [];
    for (const file of (await editorSources()).filter(path => /^src\/(present|surfaces\/vscode)\//.test(path))) {
      for (const { line, text } of plainTexts(await source(file))) plain.push(`${file}:${line} ${text}`);
    }
    expect(plain).toEqual([]);
  });

  it('of the page is a plain literal: the page is given its texts', async () => {
    const plain: string[] = [];
    for (const file of (await findFiles('webview-ui/src', '.ts')).filter(path => !path.endsWith('.spec.ts'))) {
      for (const { kind, value, line } of readTokens(await source(file))) {
        if (kind === 'word' || kind === 'sign' || !value.includes('<')) continue;
        const words = [
          ...value.matchAll(/>([^<>{}]*\p{L}{2}[^<>{}]*)<|(?:aria-label|title|alt)="([^"{}]*\p{L}{2}[^"{}]*)"/gu),
        ];
        plain.push(...words.map(([, between, inside]) => `${file}:${line} ${(between ?? inside ?? '').trim()}`));
      }
    }
    expect(plain).toEqual([]);
  });

  it('escapes these readers', () => {
    const code = [
      "window.showErrorMessage('It broke'); // l10n.t('in a comment')",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code that is read
      'const row = { label: `$(add) Add ${n} rows`, description: `${a} ${b}`, value: "not shown" };',
      "box.title = 'Choose'; box.placeholder = l10n.t('Type {0}', x);",
      "const r = /l10n\\.t\\('no'\\)/; l10n.t(isOne ? 'a' : 'b'); l10n.t('It’s ' + 'two \\u201cparts\\u201d', 1);",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code that is read
      "say(`$(check) ${asLabel(l10n.t('Inside {0}', `${x}`))}`, pen.t('Found'));",
    ].join('\n');
    expect(plainTexts(code).map(({ line, text }) => [line, text])).toEqual([
      [1, 'It broke'],
      [2, '$(add) Add {} rows'],
      [3, 'Choose'],
    ]);
    expect(textsOf(code)).toEqual([
      { text: 'Type {0}', line: 3 },
      { text: undefined, line: 4 },
      { text: 'It’s two “parts”', line: 4 },
      { text: 'Inside {0}', line: 5 },
      { text: 'Found', line: 5 },
    ]);
  });
});

/** Literals with words in them that are shown to people as they stand. */
function plainTexts(code: string): { line: number; text: string }[] {
  const tokens = readTokens(code);
  return tokens.flatMap(({ kind, value, line }, index) => {
    if (kind !== 'text' && kind !== 'template') return [];
    const [sign = '', name = ''] = [tokens[index - 1]?.value, tokens[index - 2]?.value];
    const isShown = (sign === '(' && calls.test(name)) || ((sign === ':' || sign === '=') && names.test(name));
    const hasWords = /\p{L}{2}/u.test(value.replaceAll(/\$\([a-z-]*(\{\})?[a-z-]*\)|\{\}/g, ''));
    return isShown && hasWords && !examples.includes(value) ? [{ line, text: value }] : [];
  });
}
