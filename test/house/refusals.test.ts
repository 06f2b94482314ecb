import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editorSources } from '../../build/exportTexts.mjs';
import { place } from '../../build/place.mjs';
import { germanRefusalFile, RefusalList, readRefusals } from '../../build/refusalTexts.mjs';
import { SourceSentences } from '../../build/sourceSentences.mjs';

type Table = Readonly<Record<string, string>>;

const german = JSON.parse(await readFile(join(place.root, germanRefusalFile), 'utf8')) as {
  sentences: Table;
  words: Table;
  states: Table;
};

/** Places for values, and commands to be typed: what a translation has as the English does. */
function fixedParts(text: string): string[] {
  return [...text.matchAll(/\{\d+\*?\}|`[^`]*`/g)].map(([part]) => part.replace('*}', '}')).sort();
}

describe('what operations say without a key', () => {
  it('has a German one in media/l10n/refusals.de.json, with the same places, and no other is there', async () => {
    const { sentences, words, states } = await readRefusals();
    expect(sentences.size).toBeGreaterThan(20);
    expect(words.size).toBeGreaterThan(100);
    expect(states.size).toBeGreaterThan(40);
    for (const [english, table] of [
      [sentences, german.sentences],
      [words, german.words],
      [states, german.states],
    ] as const) {
      const lacking = [...english].filter(([text]) => !table[text]?.trim());
      expect(lacking.map(([text, file]) => `${file}: ${text}`)).toEqual([]);
      expect(Object.keys(table).filter(text => !english.has(text))).toEqual([]);
      const others = Object.entries(table).filter(([text, told]) => `${fixedParts(text)}` !== `${fixedParts(told)}`);
      expect(others.map(([text]) => text)).toEqual([]);
      expect(Object.keys(table)).toEqual([...Object.keys(table)].sort());
    }
  });
});

/** Pieces of code that show a person what an error says, past `causeOf`. */
function bareCauses(file: string, code: string): string[] {
  const bare = /\b(?:error|cause)\.message\b|\bString\((?:error|cause)\b/;
  const sources = new SourceSentences();
  sources.add(file, code);
  const named = [...code.matchAll(/\b(?:const|let) \[?(\w+)[^=;]*= ([^;]*);/g)]
    .filter(([, , value = '']) => bare.test(value))
    .map(([, name]) => new RegExp(`\\b${name}\\b`));
  return [...sources.callsOf(/^asMessage$/), ...sources.methodCallsOf(/^t$/)]
    .flatMap(({ call }) =>
      call.arguments.map(({ start, end }: { start: number; end: number }) => code.slice(start, end)),
    )
    .filter(argument => [bare, ...named].some(cause => cause.test(argument)))
    .map(argument => `${file}: ${argument}`);
}

describe('what an error says', () => {
  it('is shown to people through causeOf', async () => {
    const files = (await editorSources()).filter(file => /^src\/surfaces\/vscode\//.test(file));
    expect(files.length).toBeGreaterThan(100);
    const found = await Promise.all(
      files.map(async file => bareCauses(file, await readFile(join(place.root, file), 'utf8'))),
    );
    expect(found.flat()).toEqual([]);
  });

  it('is noticed where it is shown as it is', () => {
    const code = `
      view.message = asMessage(error instanceof Error ? error.message : 'It broke');
      const [cause = ''] = String(error instanceof Error ? error.message : error).split('\\n');
      show(l10n.t('It broke: {0}', cause));
      const why = causeOf(error);
      show(l10n.t('It broke: {0}', why), l10n.t('It broke: {0}', causeOf(error)));
      log.warn(\`It broke: \${error.message}\`);`;
    expect(bareCauses('a.ts', code)).toEqual([
      "a.ts: error instanceof Error ? error.message : 'It broke'",
      'a.ts: cause',
    ]);
  });
});

describe('the reader of sentences', () => {
  it('follows constants, functions, parameters and tables to the words', () => {
    const sources = new SourceSentences();
    sources.add(
      'a/rule.ts',
      `import { nameOf } from './names.js';
       const participles = { claim: 'claimed', free: 'released' } as const;
       export function refuseIt(act: 'claim' | 'free', why: string) {
         return refuse('stale', \`\${nameOf(row)} cannot be \${participles[act]}: \${why}.\`, { hint: later ? 'Wait.' : rest(2) });
       }
       function rest(count: number) { return count > 1 ? \`Do the \${count} others first.\` : 'Do it first.'; }
       refuseIt('claim', row.title);`,
    );
    sources.add(
      'a/names.ts',
      `import { refuseIt } from './rule.js';
       export const nameOf = (row: Row) => \`\${row.ref} “\${row.title}”\`;
       refuseIt('free', 'it ' + (gone ? 'is gone' : 'has moved'));`,
    );
    const list = new RefusalList(['open']);
    for (const { file, call } of sources.callsOf(/^refuse$/)) list.add(file, sources.read(file, call.arguments[1]));
    for (const { file, value } of sources.fieldsCalled('hint')) list.add(file, sources.read(file, value));
    expect([...list.sentences.keys()]).toEqual([
      '{0} “{1}” cannot be {2*}: {3}.',
      '{0} “{1}” cannot be {2*}: it {3*}.',
      'Do the {0} others first.',
      'Do it first.',
    ]);
    expect([...list.words.keys()]).toEqual(['claimed', 'released', 'is gone', 'has moved']);
  });

  it('tells words of ours from values: where both may stand the words are spelt out, and what a program says is a value', () => {
    const sources = new SourceSentences();
    sources.add(
      'a/git.ts',
      `export function check(row: Row, branch: string, error: Error) {
         const held = row.owner === null ? 'someone' : row.owner;
         refuse('conflict', \`It is held by \${held}\${row.until === null ? '' : \` until \${row.until}\`}.\`);
         refuse('conflict', \`Git did not commit: \${error.message}\`);
         refuse('conflict', \`It is \${row.status} and cannot be \${row.isOpen ? 'opened' : 'closed'}.\`);
         refuse('conflict', \`It cannot be merged: \${row.isGate ? row.reason : branch}.\`);
       }`,
    );
    const list = new RefusalList(['open', 'done']);
    for (const { file, call } of sources.callsOf(/^refuse$/)) list.add(file, sources.read(file, call.arguments[1]));
    expect([...list.sentences.keys()]).toEqual([
      'It is held by {0}.',
      'It is held by {0} until {1}.',
      'It is held by someone.',
      'It is held by someone until {0}.',
      'Git did not commit: {0}',
      'It is {0*} and cannot be {1*}.',
      'It cannot be merged: {0}.',
    ]);
    expect([...list.words.keys()]).toEqual(['opened', 'closed']);
    expect([...list.states.keys()]).toEqual(['open', 'done']);
  });
});
