import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../../test/editor/scratchRepository.js';
import { editedLines, insertedAfter, wholeFile } from '../../domain/lane/overlap.js';
import { GitProcess } from '../gitProcess.js';
import { carryOver, changesBetween, changesSince, rangesOf } from './readChanges.js';

let repository: ScratchRepository;
let git: GitProcess;

const ten = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`);
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

beforeEach(async () => {
  repository = await makeScratchRepository('changed');
  await repository.write('a.txt', text(ten));
  await repository.write('gone.txt', 'gone\n');
  await repository.write('run.sh', '#!/bin/sh\n');
  await repository.git('add', '.');
  await repository.git('commit', '--quiet', '--message=Files');
  git = new GitProcess(repository.path, { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' });
});

afterEach(() => repository.remove());

it('tells which lines a worktree changes, committed or not', async () => {
  const base = await repository.git('rev-parse', 'HEAD');
  await repository.write('a.txt', text(ten.with(1, 'two')));
  await repository.git('commit', '--quiet', '--all', '--message=Two');
  await repository.write('a.txt', text([...ten.with(1, 'two').slice(0, 5), 'new', 'new', ...ten.slice(5, 8)]));
  await repository.write('line\nbreak é.txt', '-- a/x\n+++ b/y\n@@ -1 +1 @@\n');
  await repository.git('add', '--all');
  await repository.write('untracked.txt', 'u\n');
  await repository.write('CURRENT_TASK.json', '{}');
  rmSync(join(repository.path, 'gone.txt'));
  chmodSync(join(repository.path, 'run.sh'), 0o755);
  writeFileSync(join(repository.path, 'bytes.dat'), Uint8Array.of(0, 1, 2));
  const { files: changes } = await changesSince(git, base);
  expect(Object.fromEntries([...changes].map(([path, hunks]) => [path, rangesOf(hunks)]))).toEqual({
    'a.txt': [editedLines(2, 2), insertedAfter(5), editedLines(9, 10)],
    'line\nbreak é.txt': [wholeFile],
    'untracked.txt': [wholeFile],
    'gone.txt': [wholeFile],
    'run.sh': [wholeFile],
    'bytes.dat': [wholeFile],
  });
});

describe('ranges of an earlier base', () => {
  it.each([
    ['before the drift', [editedLines(1, 2)], [editedLines(1, 2)]],
    ['behind an insertion', [editedLines(5, 6)], [editedLines(7, 8)]],
    ['at the insertion itself', [insertedAfter(3)], [editedLines(4, 5)]],
    ['around it', [editedLines(3, 4)], [editedLines(3, 6)]],
    ['in lines that were replaced', [editedLines(8, 8)], [editedLines(9, 9)]],
    ['behind a deletion', [insertedAfter(10)], [insertedAfter(11)]],
    ['of a whole file', [wholeFile], [wholeFile]],
  ])('%s', async (_, ranges, expected) => {
    const from = await repository.git('rev-parse', 'HEAD');
    // Two lines behind line 3; lines 7 and 8 become one.
    await repository.write(
      'a.txt',
      text([...ten.slice(0, 3), 'x', 'y', ...ten.slice(3, 6), 'seven and eight', ...ten.slice(8)]),
    );
    await repository.git('commit', '--quiet', '--all', '--message=Drift');
    const to = await repository.git('rev-parse', 'HEAD');
    const drift = (await changesBetween(git, from, to)).get('a.txt');
    expect(carryOver(ranges, drift)).toEqual(expected);
  });
});
