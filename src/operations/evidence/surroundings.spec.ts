import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { evidenceRun } from './evidenceRun.js';
import { evidenceShow } from './evidenceShow.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

const write = (path: string, text: string) => writeFileSync(join(repo.repository, path), text);

async function kept(directory = '') {
  const { evidence } = await repo.ok(evidenceRun, { command: ['true'], directory });
  const { run } = await repo.ok(evidenceShow, { id: evidence.ref });
  return { variables: run?.variables, loaders: run?.loaders };
}

describe('evidence keeps of its run', () => {
  it('settings of npm in files that git ignores, and not in those of its tree', async () => {
    mkdirSync(join(repo.repository, 'part'));
    repo.commit('Ignore', { '.gitignore': 'part/.npmrc\n', 'part/a.txt': 'a\n' });
    write('.npmrc', 'script-shell=/opt/ours\n');
    write('part/.npmrc', '; ours\nregistry=https://x\nscript-shell = "/opt/sh"\nnode-options=--max-old-space-size=9\n');
    const nothing = { variables: [], loaders: [] };
    expect(await kept()).toEqual(nothing);
    expect(await kept('part')).toEqual({
      variables: [{ name: 'part/.npmrc: script-shell', value: '/opt/sh' }],
      loaders: ['part/.npmrc: script-shell'],
    });
    repo.git('add', '-f', 'part/.npmrc', '.npmrc');
    expect(await kept('part')).toEqual(nothing);
    repo.git('commit', '-q', '-m', 'Keep');
    expect(await kept('part')).toEqual(nothing);
    repo.git('rm', '-q', '--cached', 'part/.npmrc');
    write('part/.npmrc', 'node_options=--require ./a.js\n');
    expect((await kept('part')).loaders).toEqual(['part/.npmrc: node-options']);
  });

  it('what a sparse checkout left out', async () => {
    mkdirSync(join(repo.repository, 'check'));
    repo.commit('Check', { 'check/a.sh': 'true\n', 'src.txt': 'a\n' });
    await repo.ok(evidenceRun, { command: ['true'] });
    repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!/check/');
    await repo.ok(evidenceRun, { command: ['true'] });
    expect((await repo.ok(evidenceShow, { id: 'E-1' })).notThere).toEqual([]);
    expect((await repo.ok(evidenceShow, { id: 'E-2' })).notThere).toEqual(['check']);
  });
});
