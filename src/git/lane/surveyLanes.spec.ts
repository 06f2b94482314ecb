import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repositoryEnvironment } from '../../../test/support/gitTestRepository.js';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { editedLines, findOverlaps, insertedAfter, wholeFile } from '../../domain/lane/overlap.js';
import { openWorkTree } from '../openWorkTree.js';
import type { LaneTrees } from './laneTrees.js';
import { openLanes } from './openLanes.js';
import type { Survey } from './surveyLanes.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

const lines = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const text = (all: readonly string[]): string => `${all.join('\n')}\n`;

function write(lane: Lane, path: string, content: string): void {
  const file = join(lane.worktreePath, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function commit(lane: Lane, message: string): string {
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', message);
  return repo.gitIn(lane, 'rev-parse', 'HEAD');
}

/** Worktrees through a git that counts how often it is started; `first` is what a shell does before each. */
async function countingTrees(first = ''): Promise<{ trees: LaneTrees; started: () => number }> {
  const folder = join(repo.directory, 'bin');
  const log = join(folder, 'started');
  const git = execFileSync('/bin/sh', ['-c', 'command -v git'], {
    encoding: 'utf8',
    env: repositoryEnvironment(),
  }).trim();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho started >> '${log}'\n${first}\nexec '${git}' "$@"\n`);
  chmodSync(join(folder, 'git'), 0o755);
  const environment = { ...repositoryEnvironment(), PATH: `${folder}:${repositoryEnvironment().PATH}` };
  const workTree = openWorkTree(repo.repository, environment);
  if (workTree === undefined) throw new Error('worktree does not exist.');
  const trees = await openLanes({
    workTree,
    storeDirectory: join(repo.directory, 'store'),
    environment,
    programFile: '',
  }).trees();
  const started = (): number => {
    const count = existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0;
    rmSync(log, { force: true });
    return count;
  };
  return { trees, started };
}

const asked = (lanes: readonly Lane[]) =>
  lanes.map(({ lane, worktreePath, base }) => ({ lane, directory: worktreePath, base }));

const told = ({ changes }: Survey) =>
  Object.fromEntries(changes.map(({ lane, files }) => [lane, Object.fromEntries(files)]));

describe('where a branch stands', () => {
  it('is read without git, also when git has packed it or there is none', async () => {
    const tip = repo.git('rev-parse', 'main');
    const { trees, started } = await countingTrees();
    expect(await trees.branchCommit('main')).toBe(tip);
    repo.git('pack-refs', '--all');
    expect(await trees.branchCommit('main')).toBe(tip);
    expect(await trees.branchCommit('gone')).toBeUndefined();
    expect(started()).toBe(0);
    repo.git('symbolic-ref', 'refs/heads/other', 'refs/heads/main');
    expect(await trees.branchCommit('other')).toBe(tip);
    expect(started()).toBe(1);
  });
});

describe('a survey of lanes', () => {
  it('starts no git while nothing changes, and reads again what did', async () => {
    repo.commit('Files', { 'a.txt': text(lines(10)), '.gitignore': 'build/\n*.log\n' });
    repo.git('push', '-q', 'origin', 'main');
    const [one, two, three] = [await repo.spawn('one'), await repo.spawn('two'), await repo.spawn('three')];
    write(one, 'a.txt', text(lines(10).with(2, 'three')));
    write(two, 'build/out.js', 'x\n');
    const { trees, started } = await countingTrees();
    const survey = async () => told(await trees.survey(asked([one, two, three])));
    const first = { one: { 'a.txt': [editedLines(3, 3)] }, two: {}, three: {} };
    expect(await survey()).toEqual(first);
    // Each lane: where it left its base, what is ignored, what differs, what is new.
    expect(started()).toBe(12);
    expect(await survey()).toEqual(first);
    expect(started()).toBe(0);

    // In place, with as many bytes as before.
    write(one, 'a.txt', text(lines(10).with(3, 'three')));
    expect(await survey()).toMatchObject({ one: { 'a.txt': [editedLines(4, 4)] } });
    expect(started()).toBe(3);
    write(two, 'deep/new/b.txt', 'b\n');
    expect(await survey()).toMatchObject({ two: { 'deep/new/b.txt': [wholeFile] } });
    expect(started()).toBe(3);
    write(two, 'build/more.js', 'y\n');
    expect(await survey()).toMatchObject({ two: { 'deep/new/b.txt': [wholeFile] } });
    expect(started()).toBe(0);
    rmSync(join(two.worktreePath, 'deep'), { recursive: true });
    expect(await survey()).toMatchObject({ two: {} });
    expect(started()).toBe(3);

    // The base continues: whether it is ahead of the remote's and where each lane left it is asked again, and nothing else.
    repo.commit('Top', { 'a.txt': text(['top', ...lines(10)]) });
    expect(await survey()).toMatchObject({ one: { 'a.txt': [editedLines(4, 4)] } });
    expect(started()).toBe(4);
    expect(await survey()).toMatchObject({ one: { 'a.txt': [editedLines(4, 4)] } });
    expect(started()).toBe(0);
    // A process that has just begun knows what others read.
    expect(told(await (await countingTrees()).trees.survey(asked([one, two, three])))).toMatchObject({ two: {} });
    expect(started()).toBe(0);
  });

  it('tells all lanes in lines of the commit that most began at', async () => {
    const began = repo.commit('Files', { 'a.txt': text(lines(10)) });
    const [one, two] = [await repo.spawn('one'), await repo.spawn('two')];
    repo.commit('Top', { 'a.txt': text(['top', 'more', ...lines(10)]) });
    const late = await repo.spawn('late');
    write(one, 'a.txt', text(lines(10).with(6, 'seven')));
    write(late, 'a.txt', text(['top', 'more', ...lines(10).with(6, 'Seven!')]));
    const trees = await repo.context().lanes?.trees();
    const survey = (await trees?.survey(asked([one, two, late]))) as Survey;
    expect(survey.at).toBe(began);
    expect(told(survey)).toEqual({
      one: { 'a.txt': [editedLines(7, 7)] },
      two: {},
      late: { 'a.txt': [editedLines(7, 7)] },
    });
  });

  it('names lanes that it cannot look at', async () => {
    const [gone, lost] = [await repo.spawn('gone'), await repo.spawn('lost')];
    rmSync(gone.worktreePath, { recursive: true });
    const { trees } = await countingTrees();
    const survey = await trees.survey([
      ...asked([gone]),
      { lane: 'lost', directory: lost.worktreePath, base: 'nowhere' },
    ]);
    expect(survey.unread).toEqual([
      { lane: 'gone', why: 'gone' },
      { lane: 'lost', why: 'noBase' },
    ]);
    expect(survey.at).toBeUndefined();
  });

  it('reads the others where the worktree of a lane goes while it is read', async () => {
    const [going, stays] = [await repo.spawn('going'), await repo.spawn('stays')];
    write(going, 'a.txt', 'a\n');
    write(stays, 'b.txt', 'b\n');
    // Once it is known where the branch left its base.
    const removal = `case "$PWD $*" in *merge-base*) ;; '${going.worktreePath} '*) rm -rf "$PWD";; esac`;
    const { trees } = await countingTrees(removal);
    const survey = await trees.survey(asked([going, stays]));
    expect(survey.unread).toEqual([{ lane: 'going', why: 'gone' }]);
    expect(Object.keys(told(survey))).toEqual(['stays']);
  });

  it('sees what is staged, committed and taken back, and nothing of repositories within', async () => {
    repo.commit('Files', { 'a.txt': text(lines(3)) });
    const lane = await repo.spawn('one');
    const { trees } = await countingTrees();
    const files = async () => told(await trees.survey(asked([lane]))).one;
    write(lane, 'a.txt', text([...lines(3), 'four']));
    expect(await files()).toEqual({ 'a.txt': [insertedAfter(3)] });
    repo.gitIn(lane, 'add', '.');
    expect(await files()).toEqual({ 'a.txt': [insertedAfter(3)] });
    commit(lane, 'Four');
    expect(await files()).toEqual({ 'a.txt': [insertedAfter(3)] });
    repo.gitIn(lane, 'checkout', '-q', 'main', '--', 'a.txt');
    expect(await files()).toEqual({});
    write(lane, 'inner/x.txt', 'x\n');
    repo.gitIn(lane, 'init', '-q', 'inner');
    expect(await files()).toEqual({});
  });
});

describe('predicted merges', () => {
  it('are made by one process, once, and some at a time', async () => {
    repo.commit('Files', { 'a.txt': text(lines(10)), 'b.txt': text(lines(10)) });
    const lanes = [await repo.spawn('one'), await repo.spawn('two'), await repo.spawn('three')] as const;
    write(lanes[0], 'a.txt', text(lines(10).with(4, 'one')));
    write(lanes[1], 'a.txt', text(lines(10).with(4, 'two')));
    write(lanes[2], 'b.txt', text(lines(10).with(4, 'three')));
    const [one, two, three] = lanes.map(lane => commit(lane, lane.lane)) as [string, string, string];
    const { trees, started } = await countingTrees();
    const { tips } = await trees.survey(asked(lanes));
    expect([...tips.values()]).toEqual([one, two, three]);
    started();
    const pairs = [
      [one, two],
      [one, three],
      [two, three],
    ] as const;
    const objects = repo.git('count-objects');
    expect(await trees.predict(pairs, 2)).toEqual([['a.txt'], [], 'later']);
    expect(started()).toBe(1);
    expect(await trees.predict(pairs, 2)).toEqual([['a.txt'], [], []]);
    expect(started()).toBe(1);
    expect(await trees.predict(pairs, 2)).toEqual([['a.txt'], [], []]);
    expect(started()).toBe(0);
    // Nothing of them stays in the repository.
    expect(repo.git('count-objects')).toBe(objects);
  });

  it('are unknown for commits without a common past, and known for the others', async () => {
    const one = repo.commit('One', { 'a.txt': 'a\n' });
    repo.git('switch', '-q', '--orphan', 'other');
    const other = repo.commit('Other', { 'a.txt': 'b\n' });
    const { trees } = await countingTrees();
    expect(
      await trees.predict(
        [
          [one, other],
          [one, one],
        ],
        9,
      ),
    ).toEqual(['unknown', []]);
  });
});

describe('generated lanes in a real repository', () => {
  const random = (seed: number) => {
    let state = seed;
    return (most: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >>> 8) % most;
    };
  };

  it.each([1, 2, 3])('seed %i: meet where counting every place says', async seed => {
    const some = random(seed * 7919);
    const files = ['f0.txt', 'f1.txt', 'dir/f2.txt'];
    repo.commit('Files', Object.fromEntries(files.map(path => [path, text(lines(40))])));
    const lanes: Lane[] = [];
    // What each lane does at every fourth line, so that git cannot take two acts for one.
    const acts: (readonly ('edit' | 'insert' | undefined)[][])[] = [];
    for (let count = 0; count < 4; count += 1) {
      const lane = await repo.spawn(`lane-${count}`, { noFetch: true });
      const done = files.map(() =>
        Array.from({ length: 10 }, () => ([undefined, undefined, 'edit', 'insert'] as const)[some(4)]),
      );
      for (const [file, path] of files.entries()) {
        const changed = lines(40).flatMap((line, index) => {
          const act = index % 4 === 0 ? done[file]?.[index / 4] : undefined;
          if (act === undefined) return [line];
          return act === 'edit' ? [`${lane.lane} ${index}`] : [line, `${lane.lane} after ${index}`];
        });
        write(lane, path, text(changed));
      }
      if (some(2) === 0) commit(lane, 'Work');
      lanes.push(lane);
      acts.push(done);
    }
    const expected: string[] = [];
    for (const [file, path] of files.entries()) {
      for (let one = 0; one < 4; one += 1) {
        for (let other = one + 1; other < 4; other += 1) {
          const same = (acts[one]?.[file] ?? []).flatMap((act, slot) =>
            act !== undefined && act === acts[other]?.[file]?.[slot] ? [slot * 4 + 1] : [],
          );
          if (same.length > 0) expected.push(`${path} lane-${one} lane-${other} ${same.join()}`);
        }
      }
    }
    const { trees } = await countingTrees();
    const { changes } = await trees.survey(asked(lanes));
    const found = findOverlaps(changes).flatMap(({ path, meetings }) =>
      meetings.map(({ lanes: pair, lines: met }) => `${path} ${pair.join(' ')} ${met.map(([first]) => first).join()}`),
    );
    expect(found.sort()).toEqual(expected.sort());
  });
});
