import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { entityPrefixes } from '../domain/identifier/identifier.js';
import type { RecordEvent } from '../domain/record/record.js';
import { listedFacts, listedNames } from '../domain/records.js';
import { isLeftOut } from '../domain/taskFile/taskFile.js';
import { catalogue } from './catalogue.js';

describe('a record of a task with a list', () => {
  it('has the operations that its rows, pickers and refusals run', () => {
    const names = new Set(catalogue.map(({ name }) => name as string));
    const missing = listedNames.flatMap(name => {
      const { word, endedBy } = listedFacts(name);
      return ['add', 'list', endedBy].map(verb => `${word}.${verb}`).filter(operation => !names.has(operation));
    });
    expect(missing).toEqual([]);
    expect([...names]).toEqual(expect.arrayContaining(['blocker.resolve', 'action.complete']));
  });

  it('has each of its events written by an operation', async () => {
    const files = [...(await findFiles('src/operations', '.ts')), ...(await findFiles('src/records', '.ts'))];
    const sources = await Promise.all(
      files.filter(file => !file.endsWith('.spec.ts')).map(file => readFile(join(place.root, file), 'utf8')),
    );
    const code = sources.join('\n');
    const types = listedNames.flatMap(name => Object.keys(listedFacts(name).events));
    expect(types.filter(type => !code.includes(`'${type}'`))).toEqual([]);
    expect(types).toContain('blocker_added');
  });

  it('shows to those who come back that one was added', () => {
    for (const name of listedNames) {
      const [first] = Object.values<RecordEvent>(listedFacts(name).events);
      expect(first, name).toMatchObject({ change: expect.any(String), rank: expect.any(Number) });
    }
  });

  it('is left out of files of tasks if it has none, unless 0.1.0 requires its list', () => {
    expect(isLeftOut('blockers', [])).toBe(false);
    expect(isLeftOut('nextActions', [])).toBe(false);
    expect(isLeftOut('effort', null)).toBe(true);
    expect(isLeftOut('task', [])).toBe(false);
  });
});

it('no two kinds of records have the same letter', () => {
  const letters = Object.values(entityPrefixes);
  expect(new Set(letters).size).toBe(letters.length);
});
