import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { recordList } from '../../src/domain/records.js';
import { englishTemplates } from '../../src/messages/englishTemplates.generated.js';
import { german } from '../../src/messages/german.js';
import { english, say } from '../../src/messages/say.js';

const keys = Object.entries(englishTemplates).flatMap(([group, templates]) =>
  Object.keys(templates).map(name => ({ group, name, key: `${group}.${name}` })),
);

/** Places for values, and commands to be typed: what a translation has as the English does, besides words for values. */
function fixedParts(template: string): string[] {
  const withoutWords = template.replace(/, (?:select|plural),(?: \w+\{[^{}]*\})*/g, ',');
  return [...withoutWords.matchAll(/\{(\w+)(?=[},])|`[^`]*`/g)].map(([part, name]) => name ?? part).sort();
}

describe('messages', () => {
  it('have German with the same places and commands', () => {
    const others = keys.filter(({ group, name }) => {
      const [one = '', other = ''] = [english, german].map(({ templates }) => templates[group]?.[name] ?? '');
      const [asked, given] = [new Set(fixedParts(one)), new Set(fixedParts(other))];
      return other.trim() === '' || asked.size !== given.size || [...asked].some(part => !given.has(part));
    });
    expect(others.map(({ key }) => key)).toEqual([]);
    expect(keys.length).toBeGreaterThan(1000);
  });

  it('name no field of a call: on the command line it is a flag', () => {
    // Lines of a file that is imported have these fields; settings are written with the group in front.
    const isOfFile = (name: string) => name.startsWith('line');
    const named = keys.flatMap(({ group, name, key }) => {
      const text = (english.templates[group]?.[name] ?? '').replaceAll(/\{\w+|`[^`]*`|“[^”]*”|\w+(?:\.\w+)+/g, '');
      const [word] = /\b(?!kB\b)[a-z]+[A-Z]\w*/.exec(text) ?? [];
      return word === undefined || isOfFile(name) ? [] : [`${key}: ${word}`];
    });
    expect(named).toEqual([]);
  });

  it('can all be said', () => {
    for (const { group, name, key } of keys) {
      const places = [...(english.templates[group]?.[name] ?? '').matchAll(/\{(\w+)(?=[},])/g)];
      const values = Object.fromEntries(places.map(([, one]) => [one, 2]));
      for (const language of [english, german]) {
        expect(say({ key, values } as Parameters<typeof say>[0], language), key).not.toMatch(/\{\w*\}|undefined/);
      }
    }
  });

  it('are all used', async () => {
    const files = (await findFiles('src', '.ts')).filter(file => !/^src\/messages\/(en|de)\//.test(file));
    const sources = await Promise.all(files.map(file => readFile(join(place.root, file), 'utf8')));
    const code = sources.join('\n');
    // Words for states are named by the state, those for records by the record.
    const recordWords = new Set(recordList.map(([, { facts }]) => `records.${facts.word}`));
    const unused = keys.filter(
      ({ group, key }) => group !== 'state' && !recordWords.has(key) && !code.includes(`'${key}'`),
    );
    expect(unused.map(({ key }) => key)).toEqual([]);
  });

  it('put values in as they are', () => {
    const value = "{task} <b> 'it' #";
    expect(say({ key: 'tasks.unknown', values: { task: value } })).toBe(`Task ${value} not found.`);
    expect(say({ key: 'tasks.unknown', values: { task: value } }, german)).toBe(`Es gibt keine Aufgabe ${value}.`);
  });

  it('count', () => {
    const paths = (count: number) => ({ key: 'gates.dirtyWorktree', values: { count, paths: 'a' } }) as const;
    expect([1, 1234].map(count => say(paths(count)))).toEqual([
      'Uncommitted changes in 1 path: a.',
      'Uncommitted changes in 1234 paths: a.',
    ]);
    expect(say(paths(2), german)).toBe('Nicht committete Änderungen in 2 Pfaden: a.');
  });
});
