import { expect, it } from 'vitest';
import * as z from 'zod';
import { type Evidence, evidenceSchema } from '../../domain/evidence/evidence.js';
import { type Slice, sliceSchema } from '../../domain/slice/slice.js';
import { shapeOutput } from './shape.js';

const who = {
  actor: 'codex',
  role: 'agent',
  harness: 'codex',
  model: null,
  effort: null,
  session: 's-1',
  branch: 'x',
} as const;

it('tells agents of a proof what it says and whether it counts', () => {
  const evidence: Evidence = {
    ...who,
    ref: 'E-4',
    id: '01KAHM0Z0000000000000000AA',
    task: 'T-1',
    slice: null,
    command: 'npm test',
    directory: '',
    exitCode: 1,
    passed: false,
    result: '3 failed',
    grade: 'observed',
    treeHash: '0123456789abcdef0123456789abcdef01234567',
    fresh: false,
    logHash: 'f'.repeat(64),
    logBytes: 12,
    durationMs: 40,
    commit: 'abcdef0123456789abcdef0123456789abcdef01',
    startedAt: '2026-11-21T12:00:00.000Z',
    createdAt: '2026-11-21T12:00:01.000Z',
  };
  expect(
    shapeOutput({ evidence: [evidence] }, z.object({ evidence: z.array(evidenceSchema) }), new Set()).evidence,
  ).toEqual([
    {
      ref: 'E-4',
      task: 'T-1',
      command: 'npm test',
      exitCode: 1,
      passed: false,
      result: '3 failed',
      grade: 'observed',
      treeHash: '0123456789',
      fresh: false,
      durationMs: 40,
      actor: 'codex',
      commit: 'abcdef0123',
      createdAt: '2026-11-21T12:00:01.000Z',
    },
  ]);
});

it('tells agents of a slice where it stands', () => {
  const slice: Slice = {
    ...who,
    ref: 'S-2',
    id: '01KAHM0Z0000000000000000AA',
    task: 'T-1',
    title: 'Count the retries',
    status: 'open',
    testCommand: 'npm test',
    redEvidence: 'E-4',
    planItem: null,
    base: 'abcdef0123456789abcdef0123456789abcdef01',
    changedFiles: [],
    decision: null,
    commit: 'abcdef0123456789abcdef0123456789abcdef01',
    startedAt: '2026-11-21T12:00:00.000Z',
    closedAt: null,
    updatedAt: '2026-11-21T12:00:01.000Z',
    revision: 1,
  };
  expect(shapeOutput({ slice }, z.object({ slice: sliceSchema }), new Set()).slice).toEqual({
    ref: 'S-2',
    task: 'T-1',
    title: 'Count the retries',
    status: 'open',
    testCommand: 'npm test',
    redEvidence: 'E-4',
    base: 'abcdef0123',
    actor: 'codex',
    commit: 'abcdef0123',
    revision: 1,
  });
});
