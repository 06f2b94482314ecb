import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repositoryEnvironment } from '../../../test/support/gitTestRepository.js';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { say } from '../../messages/say.js';
import { laneClose } from '../../operations/lane/laneClose.js';
import { openWorkTree } from '../openWorkTree.js';
import { openLanes } from './openLanes.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

/** Removes a lane's worktree, in which someone does something just before the first rescue is named. */
async function removed(lane: string, act: string) {
  const { worktreePath } = await repo.spawn(lane);
  writeFileSync(join(worktreePath, 'own.txt'), 'own');
  const folder = join(repo.directory, 'bin');
  const git = execFileSync('/bin/sh', ['-c', 'command -v git'], {
    encoding: 'utf8',
    env: repositoryEnvironment(),
  }).trim();
  mkdirSync(folder, { recursive: true });
  const once = `if [ ! -e '${folder}/${lane}' ]; then : > '${folder}/${lane}'; cd '${worktreePath}' && ${act}; fi`;
  const script = `#!/bin/sh\ncase "$*" in *update-ref*refs/stateroom/rescue*) (${once}) ;; esac\nexec '${git}' "$@"\n`;
  writeFileSync(join(folder, 'git'), script);
  chmodSync(join(folder, 'git'), 0o755);
  const environment = { ...repositoryEnvironment(), PATH: `${folder}:${repositoryEnvironment().PATH}` };
  const workTree = openWorkTree(repo.repository, environment);
  if (workTree === undefined) throw new Error('worktree does not exist.');
  const storeDirectory = join(repo.directory, 'store');
  const trees = await openLanes({ workTree, storeDirectory, environment, programFile: '' }).trees();
  const answer = await trees.remove({ lane, directory: worktreePath, now: repo.now, ignoredBytes: 0 });
  if (answer.outcome !== 'removed') throw new Error(say(answer.said));
  return { rescue: answer.rescue.ref, rescues: repo.traces().rescues };
}

describe('what is kept of a worktree that goes', () => {
  it('is kept once, also where a file is touched meanwhile', async () => {
    const { rescue, rescues } = await removed('login', 'touch -t 200101010000 own.txt');
    expect(rescues).toEqual([rescue]);
    expect(repo.git('show', `${rescue}:files/own.txt`)).toBe('own');
  });

  it('is kept twice where a file is written meanwhile: nothing is lost of either', async () => {
    const { rescue, rescues } = await removed('login', 'echo late > own.txt');
    expect(rescues.map(one => repo.git('show', `${one}:files/own.txt`))).toEqual(['own', 'late']);
    expect(rescues[1]).toBe(rescue);
  });

  it('is kept once where teardown commands take nothing away', async () => {
    repo.commit('Settings', { '.stateroom/config.json': '{"lane":{"teardown":["true"]}}' });
    repo.git('push', '-q', 'origin', 'main');
    const { worktreePath } = await repo.spawn('login');
    writeFileSync(join(worktreePath, 'own.txt'), 'own');
    const { rescue } = await repo.ok(laneClose, { lane: 'login' }, person);
    expect(repo.traces().rescues).toEqual([rescue]);
  });
});
