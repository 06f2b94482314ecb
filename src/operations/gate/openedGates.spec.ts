import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GateScene, worker } from '../../../test/support/gateScene.js';
import { person } from '../../../test/support/testRepository.js';
import { judgeCommit } from '../hooks/judgeCommit.js';
import { taskArchive } from '../task/taskArchive.js';
import { taskFinish } from '../task/taskFinish.js';
import { taskStart } from '../task/taskStart.js';
import { taskUpdate } from '../task/taskUpdate.js';

let scene: GateScene;
beforeEach(() => {
  scene = new GateScene();
});
afterEach(() => scene.close());

const lax = JSON.stringify({
  gate: { commands: ['true'], push: 'advise' },
  review: { reviewers: 0 },
  protect: { branches: ['x'] },
  lane: { agentsMayReview: true },
});

/** Puts a text in git's store; its id. */
function blob(text: string): string {
  writeFileSync(join(scene.directory, 'blob'), text);
  return scene.git('hash-object', '-w', join(scene.directory, 'blob'));
}

/** Has git change what it reads of files with the attribute `filter=own`. */
function filter(clean: string): void {
  scene.git('config', 'filter.own.clean', clean);
}

/** A commit that holds what main does, with lax settings. */
function laxCommit(): string {
  scene.git('switch', '-q', '-c', 'lax', 'main');
  const commit = scene.commit('Loosen', { '.stateroom/config.json': lax });
  scene.git('switch', '-q', 'feature/x');
  scene.git('branch', '-q', '-D', 'lax');
  return commit;
}

/** Starts over on the base `lax`, with a proof that is enough there. */
async function laxStart(): Promise<void> {
  await scene.ok(taskArchive, { task: 'T-1' }, worker);
  await scene.ok(taskStart, { objective: 'Again', light: true, base: 'lax', new: true }, worker);
  await scene.prove('true');
}

interface Trick {
  /** What someone does who wants wrong work to pass. */
  readonly act: () => void | Promise<void>;
  /** What close-check says then. */
  readonly codes: readonly string[];
}

const unproven = 'missing_test_evidence';
const unreviewed = 'review_missing';

const tricks: Readonly<Record<string, Trick>> = {
  'the settings of main replaced by lax ones': {
    act: async () => {
      scene.git('replace', scene.git('rev-parse', 'origin/main:.stateroom/config.json'), blob(lax));
      await scene.prove('true');
    },
    codes: [unproven, 'replaced_objects', unreviewed],
  },
  'the last commit of main replaced by one with lax settings': {
    act: async () => {
      scene.git('replace', scene.git('rev-parse', 'main'), laxCommit());
      await scene.prove('true');
    },
    codes: [unproven, 'replaced_objects', unreviewed],
  },
  'a graft that makes the work a part of main': {
    act: () => {
      const [main, work] = [scene.git('rev-parse', 'main'), scene.git('rev-parse', 'HEAD')];
      gitFile('info/grafts', `${main} ${work}\n`);
    },
    codes: [unproven, 'replaced_objects', unreviewed],
  },
  'a main, here alone, with lax settings': {
    act: async () => {
      scene.git('update-ref', 'refs/heads/main', laxCommit());
      await scene.prove('true');
    },
    codes: [unproven, unreviewed],
  },
  'a base with lax settings that was chosen at the start': {
    act: async () => {
      scene.git('branch', 'lax', laxCommit());
      await laxStart();
    },
    codes: [unproven, unreviewed],
  },
  "a remote's HEAD that points at a branch that is not there, and a base with lax settings": {
    act: async () => {
      scene.git('branch', 'lax', laxCommit());
      scene.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/lax');
      await laxStart();
    },
    codes: [unproven, unreviewed],
  },
  "a remote's HEAD that points at a branch with lax settings": {
    act: async () => {
      const commit = laxCommit();
      scene.git('branch', 'lax', commit);
      scene.git('update-ref', 'refs/remotes/origin/lax', commit);
      scene.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/lax');
      await laxStart();
    },
    codes: [unproven, unreviewed],
  },
  'what was last seen of the remote, moved to the work': {
    act: () => {
      scene.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    },
    codes: [unproven, unreviewed],
  },
  'a filter of its own for what git reads': {
    act: async () => {
      filter('sed s/good/wrong/');
      gitFile('info/attributes', 'src/*.txt filter=own\n');
      scene.write('src/a.txt', 'good\n');
      await scene.prove();
    },
    codes: ['dirty_worktree', unreviewed],
  },
  'a filter in attributes of the user': {
    act: async () => {
      filter('sed s/good/wrong/');
      writeFileSync(join(scene.directory, 'attributes'), '*.txt filter=own\n');
      scene.git('config', 'core.attributesFile', join(scene.directory, 'attributes'));
      scene.write('src/a.txt', 'good\n');
      await scene.prove();
    },
    codes: ['dirty_worktree', unreviewed],
  },
  'a filter in attributes that git ignores': {
    act: async () => {
      filter('sed s/good/wrong/');
      gitFile('info/exclude', '.gitattributes\n');
      scene.write('src/.gitattributes', '*.txt filter=own\n');
      scene.write('src/a.txt', 'good\n');
      await scene.prove();
    },
    codes: ['dirty_worktree', unreviewed],
  },
  'an edit of the same size and time, where git is told to look at nothing else': {
    act: async () => {
      scene.git('config', 'core.trustctime', 'false');
      scene.git('config', 'core.checkStat', 'minimal');
      const file = join(scene.repository, 'src/a.txt');
      const before = new Date(Date.now() - 3_600_000);
      utimesSync(file, before, before);
      scene.git('update-index', '--refresh');
      const { ctimeMs } = statSync(file);
      // Git compares whole seconds, and the clock of files is some milliseconds behind.
      const nextSecond = (Math.floor(ctimeMs / 1000) + 1) * 1000;
      await expect.poll(() => Date.now(), { timeout: 5000 }).toBeGreaterThan(nextSecond + 100);
      writeFileSync(file, 'good.\n');
      utimesSync(file, before, before);
      expect(scene.git('status', '--porcelain')).toBe('');
      await scene.prove();
    },
    codes: ['dirty_worktree', unreviewed],
  },
  'another folder that git takes for the worktree': {
    act: async () => {
      const folder = join(scene.directory, 'elsewhere');
      scene.git('worktree', 'add', '-q', '--detach', folder);
      rmSync(join(folder, '.git'));
      scene.git('config', 'core.worktree', folder);
      scene.write('src/a.txt', 'good\n');
      await scene.prove();
    },
    codes: ['dirty_worktree', unreviewed],
  },
  'a sparse checkout without the tests': {
    act: async () => {
      scene.git('sparse-checkout', 'set', '--no-cone', '/*', '!/check/');
      await scene.prove();
    },
    codes: ['partial_test_evidence', unreviewed],
  },
  'patterns of a sparse checkout that hide an edit from git': {
    act: async () => {
      gitFile('info/sparse-checkout', '/check/\n');
      scene.git('config', 'core.sparseCheckout', 'true');
      scene.write('src/a.txt', 'good\n');
      await scene.prove();
    },
    codes: ['dirty_worktree', unreviewed],
  },
  'tests that git is told to skip, and that are not there': {
    act: async () => {
      scene.git('update-index', '--skip-worktree', 'check/a.sh');
      scene.remove('check/a.sh');
      await scene.prove();
    },
    codes: ['partial_test_evidence', unreviewed],
  },
  'an edit that git is told to assume away': {
    act: async () => {
      scene.git('update-index', '--assume-unchanged', 'src/a.txt');
      scene.write('src/a.txt', 'good\n');
      await scene.prove();
    },
    codes: ['dirty_worktree', unreviewed],
  },
  'a base that an agent would change': {
    act: async () => {
      scene.git('branch', 'lax', laxCommit());
      await refusedOnRecord('task.update', () => scene.refused(taskUpdate, { base: 'lax', revision: 1 }, worker));
      await scene.prove('true');
    },
    codes: [unproven, unreviewed],
  },
};

/** Runs what is refused to an agent, and sees that the attempt is on record. */
async function refusedOnRecord(operation: string, act: () => Promise<{ readonly code: string }>): Promise<void> {
  expect((await act()).code).toBe('not_allowed');
  const { rows } = await scene.store.maintenance.query(
    "select actor, payload ->> 'operation' from events where type = 'attempt_refused'",
    10,
  );
  expect(rows).toEqual([['codex', operation]]);
}

describe('wrong work does not pass', () => {
  it.each(Object.entries(tricks))('by %s', async (_, { act, codes }) => {
    await scene.begin('wrong');
    await act();
    expect(await scene.codes()).toEqual(codes);
    expect(await scene.pushes()).toBe(false);
  });
});

const harmless: Readonly<
  Record<string, { readonly act: () => void | Promise<void>; readonly warns?: readonly string[] }>
> = {
  'nothing out of the ordinary': { act: () => undefined },
  'an object replaced that the work has nothing to do with': {
    act: () => {
      scene.git('replace', blob('one\n'), blob('other\n'));
    },
    warns: ['replaced_objects?'],
  },
  'a filter of tracked attributes, as for large files': {
    act: () => {
      scene.git('config', 'filter.own.clean', 'tr a-z n-za-m');
      scene.git('config', 'filter.own.smudge', 'tr a-z n-za-m');
      scene.write('.gitattributes', '*.bin filter=own\n');
      scene.commit('Add data', { 'data.bin': 'abc\n' });
      expect(scene.git('cat-file', 'blob', 'HEAD:data.bin')).toBe('nop');
    },
  },
  'line ends as on Windows': {
    act: () => {
      scene.git('config', 'core.autocrlf', 'true');
      scene.git('config', 'core.fileMode', 'false');
      scene.git('config', 'core.ignoreCase', 'true');
      scene.git('config', 'core.symlinks', 'false');
      scene.remove('src/a.txt');
      scene.git('checkout', '-q', '--', 'src/a.txt');
      expect(readFileSync(join(scene.repository, 'src/a.txt'), 'utf8')).toBe('good\r\n');
    },
  },
  'line ends in attributes of this clone': {
    act: () => {
      gitFile('info/attributes', '*.txt text eol=crlf\n');
      scene.write('src/a.txt', 'good\r\n');
    },
  },
  'a sparse checkout that has the whole package': {
    act: () => {
      scene.git('switch', '-q', 'main');
      scene.commit('Two packages', { 'one/package.json': '{}\n', 'one/a.txt': 'x\n', 'two/package.json': '{}\n' });
      scene.git('push', '-q', 'origin', 'main');
      scene.git('switch', '-q', 'feature/x');
      scene.git('reset', '-q', '--hard', 'main');
      scene.commit('Write one', { 'one/a.txt': 'y\n', 'src/a.txt': 'good\n', 'src/package.json': '{}\n' });
      scene.git('sparse-checkout', 'set', 'one', 'src', 'check');
      expect(existsSync(join(scene.repository, 'two'))).toBe(false);
    },
  },
  'a base that a person changes': {
    act: async () => {
      scene.git('branch', 'release', 'main');
      await scene.ok(taskUpdate, { base: 'release', revision: 1 }, person);
    },
  },
  'a base that was chosen at the start': {
    act: async () => {
      scene.git('branch', 'release', 'main');
      await scene.ok(taskArchive, { task: 'T-1' }, worker);
      await scene.ok(taskStart, { objective: 'Again', light: true, base: 'release', new: true }, worker);
    },
  },
};

describe('good work passes', () => {
  it.each(Object.entries(harmless))('with %s', async (_, { act, warns = [] }) => {
    await scene.begin('good');
    await act();
    await scene.prove();
    await scene.approve();
    expect(await scene.codes()).toEqual(warns);
    expect(await scene.pushes()).toBe(true);
  });
});

/** Writes a file of git's own. */
function gitFile(path: string, text: string): void {
  const file = join(scene.repository, '.git', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('code is committed to main only as part of what git has in progress', () => {
  const judged = async (staged = 'src/a.txt\nsrc/b.ts\n') => (await judgeCommit(scene.context(worker), staged)).allowed;
  beforeEach(() => {
    scene.git('switch', '-q', 'main');
  });

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['an empty folder', { 'rebase-merge/x': '' }],
    ['a rebase, while main is checked out', { 'rebase-merge/head-name': 'refs/heads/main\n', 'rebase-merge/onto': '' }],
    ['patches being applied', { 'rebase-apply/next': '1\n', 'rebase-apply/last': '1\n' }],
    ['a merge of nothing', { MERGE_HEAD: '' }],
    ['a merge of what the branch has', { MERGE_HEAD: 'HEAD' }],
    ['a cherry-pick of what changed other files', { CHERRY_PICK_HEAD: 'HEAD' }],
    ['a revert of what changed other files', { REVERT_HEAD: 'HEAD' }],
    ['a bisection', { BISECT_LOG: 'git bisect start\n', BISECT_START: 'main\n' }],
  ])('not with files that look like %s', async (_, files) => {
    const head = scene.git('rev-parse', 'HEAD');
    for (const [path, text] of Object.entries(files))
      gitFile(path, path.endsWith('onto') || text === 'HEAD' ? `${head}\n` : text);
    expect(await judged()).toBe(false);
  });

  it('with a merge, a cherry-pick and a rebase that stopped', async () => {
    scene.commit('One', { 'src/b.ts': 'one\n' });
    scene.git('switch', '-q', '-c', 'other', 'HEAD~1');
    scene.commit('Two', { 'src/b.ts': 'two\n' });
    scene.git('switch', '-q', 'main');
    for (const act of [
      ['merge', '--quiet', 'other'],
      ['cherry-pick', 'other'],
      ['rebase', '--quiet', 'other'],
    ]) {
      expect(() => scene.git(...act)).toThrow();
      expect([act[0], await judged('src/b.ts\n')]).toEqual([act[0], true]);
      scene.git(act[0] ?? '', '--abort');
    }
    expect(await judged('src/b.ts\n')).toBe(false);
  });

  it('with a revert that is not committed yet, also of files that are called otherwise now, and nothing beside it', async () => {
    const code = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
    scene.commit('One', { 'src/c.ts': code });
    scene.commit('Two', { 'src/c.ts': `${code}two\n` });
    scene.git('mv', 'src/c.ts', 'src/d.ts');
    scene.commit('Move');
    scene.git('revert', '--no-commit', 'HEAD~1');
    const staged = scene.git('diff', '--cached', '--name-only');
    expect(staged).toBe('src/d.ts');
    expect(await judged(`${staged}\n`)).toBe(true);
    expect(await judged(`${staged}\nsrc/b.ts\n`)).toBe(false);
  });
});

describe('a task that is finished by settings that the remote never had', () => {
  const refs = ['refs/heads/main', 'refs/remotes/origin/main'];
  const loosen = () => scene.commit('Loosen', { '.stateroom/config.json': lax });
  const ofLax = (commit: string) => {
    for (const ref of refs) scene.git('update-ref', ref, commit);
  };

  it.each<readonly [string, () => void]>([
    [
      'main, here and as last seen of the remote, moved to the work itself',
      () => {
        loosen();
        ofLax('HEAD');
      },
    ],
    ['main, here and as last seen of the remote, moved to others', () => ofLax(laxCommit())],
    [
      'main moved here, and what was last seen of the remote taken away',
      () => {
        scene.git('update-ref', 'refs/heads/main', laxCommit());
        scene.git('update-ref', '-d', 'refs/remotes/origin/main');
      },
    ],
  ])('is judged again when it is pushed, with %s', async (_, act) => {
    await scene.begin('wrong');
    const before = scene.git('rev-parse', 'main');
    act();
    await scene.prove('true');
    await scene.ok(taskFinish, {}, worker);
    for (const ref of refs) scene.git('update-ref', ref, before);
    expect(await scene.pushes()).toBe(false);
  });

  it('is not judged again where others have pushed since', async () => {
    await scene.begin('good');
    await scene.prove();
    await scene.approve();
    await scene.ok(taskFinish, {}, worker);
    const work = scene.git('rev-parse', 'HEAD');
    // What would refuse it now: rules that came later.
    scene.git('switch', '-q', '-C', 'others', 'origin/main');
    const config = { gate: { commands: ['sh later.sh'] } };
    scene.commit('Ask for more', { '.stateroom/config.json': JSON.stringify(config) });
    scene.git('push', '-q', 'origin', 'others:main');
    scene.git('merge', '-q', '--no-edit', work);
    expect(await scene.pushes()).toBe(true);
  });
});

describe('a squash of work that is pushed to main', () => {
  const squash = (parent: string) => scene.git('commit-tree', 'HEAD^{tree}', '-p', parent, '-m', 'Squash');

  it('is known by what it holds, and passes when the work is ready', async () => {
    await scene.begin('good');
    scene.commit('Write a again', { 'src/a.txt': 'good again\n' });
    const commit = squash('origin/main');
    expect(await scene.pushes(commit, commit)).toBe(false);
    await scene.prove();
    await scene.approve();
    expect(await scene.pushes(commit, commit)).toBe(true);
  });

  it('is known by what it holds although another task is known by its commits', async () => {
    await scene.begin('wrong');
    const commit = squash('origin/main');
    scene.git('switch', '-q', '-C', 'feature/squash', commit);
    await scene.ok(taskStart, { objective: 'Write b', light: true, new: true }, worker);
    scene.commit('Write b', { 'src/a.txt': 'good\n' });
    await scene.prove();
    await scene.approve();
    expect(await scene.codes()).toEqual([]);
    expect(await scene.pushes()).toBe(false);
  });

  it('is not taken for that of a task that has brought nothing, as a revert that leads back to where it began', async () => {
    await scene.store.create();
    await scene.ok(taskStart, { objective: 'Nothing yet', light: true }, worker);
    const start = scene.git('rev-parse', 'HEAD');
    scene.git('switch', '-q', 'main');
    scene.commit('Break', { 'src/a.txt': 'broken\n' });
    scene.git('push', '-q', 'origin', 'main');
    const revert = scene.git('commit-tree', `${start}^{tree}`, '-p', 'HEAD', '-m', 'Revert');
    expect(await scene.pushes(revert, revert)).toBe(true);
  });
});
