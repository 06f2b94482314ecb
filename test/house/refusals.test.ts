import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { place } from '../../src/build/place.mjs';
import { germanRefusalFile, RefusalList, readRefusals } from '../../src/build/refusalTexts.mjs';
import { SourceSentences } from '../../src/build/sourceSentences.mjs';

type Table = Readonly<Record<string, string>>;

const german = JSON.parse(await readFile(join(place.root, germanRefusalFile), 'utf8')) as {
  sentences: Table;
  words: Table;
};

/** Places for values, and commands to be typed: what a translation has as the English does. */
function fixedParts(text: string): string[] {
  return [...text.matchAll(/\{\d+\*?\}|`[^`]*`/g)].map(([part]) => part.replace('*}', '}')).sort();
}

describe('what refusals and gates say', () => {
  it('has a German one in media/l10n/refusals.de.json, with the same places, and no other is there', async () => {
    const { sentences, words } = await readRefusals();
    expect(sentences.size).toBeGreaterThan(800);
    expect(words.size).toBeGreaterThan(300);
    for (const [english, table] of [
      [sentences, german.sentences],
      [words, german.words],
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
      '{0} “{1}” cannot be {2*}: {3*}.',
      'Do the {0} others first.',
      'Do it first.',
    ]);
    expect([...list.words.keys()]).toEqual(['claimed', 'released', 'is gone', 'has moved', 'it {0*}']);
  });
});
