import { expect, it } from 'vitest';
import { importTracker } from '../../../operations/import/importTracker.js';
import { texts } from './importText.js';
import { type Answer, resultText } from './resultText.js';
import { makeStyle } from './style.js';

const answer: Answer<typeof importTracker> = {
  format: 'beads',
  files: 1,
  dryRun: false,
  added: 1200,
  existing: 3,
  firstRef: 'W-4',
  lastRef: 'W-1203',
  conversions: [
    { field: 'status', from: 'open', to: 'pending', count: 1199 },
    { field: 'status', from: 'deferred', to: 'waiting_human', count: 1 },
  ],
  skipped: 0,
  problems: [],
  brokenDependencies: [],
  notes: [],
};

function say(more: Partial<typeof answer>): string {
  const view = { style: makeStyle(false), width: 100, now: 0 };
  return resultText(importTracker, { ...answer, ...more }, view, {}, texts);
}

it('says what was imported, and what became of what', () => {
  expect(say({})).toBe(
    [
      'Imported 1,200 work items from beads (W-4 to W-1203). 3 already exist.',
      'field   from      becomes        count',
      'status  open      pending        1,199',
      'status  deferred  waiting_human      1',
    ].join('\n'),
  );
});

it('says what the host has besides', () => {
  const notes = ['issues.json has only 50 of 120 issues.'];
  expect(say({ added: 50, existing: 0, conversions: [], notes })).toBe(
    'Imported 50 work items from beads (W-4 to W-1203).\nissues.json has only 50 of 120 issues.',
  );
});

it('names what cannot be read', () => {
  const problems = [{ file: 'a.csv', line: 7, problem: 'title is missing' }];
  expect(say({ added: 1, existing: 0, firstRef: 'W-4', lastRef: 'W-4', conversions: [], skipped: 1, problems })).toBe(
    [
      'Imported 1 work item from beads (W-4).',
      '1 entry that cannot be read, left out:',
      'problem           at',
      'title is missing  a.csv:7',
    ].join('\n'),
  );
});

it('says what a dry run would import, and which dependencies are broken', () => {
  const place = { file: '.beads/issues.jsonl', line: 7 };
  expect(
    say({
      dryRun: true,
      added: 1,
      existing: 0,
      conversions: [],
      brokenDependencies: [
        { id: 'beads:a', dependsOn: 'beads:b', kind: 'blocks', problem: 'missing', ...place },
        { id: 'beads:c', dependsOn: 'beads:c', kind: 'blocks', problem: 'cycle', ...place },
        {
          id: 'event 9',
          dependsOn: 'gone',
          kind: 'x',
          problem: 'missing',
          file: 'state.sqlite',
          table: 'events',
          line: 4,
        },
      ],
    }),
  ).toBe(
    [
      'Would import 1 work item from beads. Nothing was written.',
      '3 broken dependencies:',
      'item     depends on  problem    at',
      'beads:a  beads:b     not found  .beads/issues.jsonl:7',
      'beads:c  beads:c     cycle      .beads/issues.jsonl:7',
      'event 9  gone        not found  state.sqlite, events row 4',
    ].join('\n'),
  );
});
