import { describe, expect, it } from 'vitest';
import { type EditVerdict, judgeEdit, type LaneClaim } from './laneClaim.js';

const claim = (lane: string, owned: string[], status: LaneClaim['status'] = 'active'): LaneClaim => ({
  called: `L-1 (${lane})`,
  lane,
  id: lane,
  status,
  branch: `feature/${lane}`,
  directory: `/repositories/shop.worktrees/${lane}`,
  owned,
  kind: 'implement',
  gitWrites: 'agent',
});
const login = claim('login', ['src/login/**', 'docs/login.md']);
const pay = claim('pay', ['src/pay']);
const free = claim('free', []);
const later = claim('later', ['src/later/**'], 'planned');
const claims = [login, pay, free, later];
const main = '/repositories/shop';

describe('whether a file may be written', () => {
  it.each<[string, LaneClaim | undefined, string, EditVerdict, string | undefined]>([
    ['its own file', login, `${login.directory}/src/login/a.ts`, 'allowed', undefined],
    ['its own single file', login, `${login.directory}/docs/login.md`, 'allowed', undefined],
    ['a file in a folder it owns', pay, `${pay.directory}/src/pay/deep/b.ts`, 'allowed', undefined],
    ['what nobody owns, from a lane with paths', login, `${login.directory}/README.md`, 'outside', undefined],
    ['what another lane owns', login, `${login.directory}/src/pay/b.ts`, 'owned', 'pay'],
    ['what another lane owns, from a lane without paths', free, `${free.directory}/src/login/a.ts`, 'owned', 'login'],
    ['what nobody owns, from a lane without paths', free, `${free.directory}/README.md`, 'allowed', undefined],
    ['what a lane that waits will own', free, `${free.directory}/src/later/c.ts`, 'allowed', undefined],
    ['the same path in the main worktree', login, `${main}/src/login/a.ts`, 'elsewhere', undefined],
    ['the worktree of another lane', login, `${pay.directory}/src/login/a.ts`, 'elsewhere', 'pay'],
    ['a file of no repository', login, '/tmp/notes.txt', 'unjudged', undefined],
    ['a folder whose name begins like the repository', login, '/repositories/shopping/a.ts', 'unjudged', undefined],
    ['in no lane, what a lane owns', undefined, `${main}/src/login/a.ts`, 'owned', 'login'],
    ['in no lane, what nobody owns', undefined, `${main}/README.md`, 'allowed', undefined],
    ['in no lane, a lane’s worktree', undefined, `${login.directory}/src/login/a.ts`, 'allowed', undefined],
    ['in no lane, what that lane does not own', undefined, `${login.directory}/README.md`, 'outside', undefined],
  ])('%s', (_, own, path, verdict, owner) => {
    const answer = judgeEdit(claims, { path, own, trees: [main] });
    expect([answer.verdict, answer.owner?.lane]).toEqual([verdict, owner]);
  });

  it('takes a path from the top of the innermost worktree', () => {
    const inner = { ...login, directory: '/repositories/shop/lanes/login' };
    const path = '/repositories/shop/lanes/login/src/login/a.ts';
    expect(judgeEdit([inner], { path, own: inner, trees: [main] })).toEqual({
      verdict: 'allowed',
      path: 'src/login/a.ts',
      writer: inner,
      owner: undefined,
      tree: '/repositories/shop/lanes/login',
    });
  });

  it('finds what another lane owns in a folder that is removed', () => {
    const verdictOf = (folder: string, isTree = true) => {
      const path = folder === '' ? main : `${main}/${folder}`;
      return judgeEdit([login], { path, own: undefined, trees: [main], isTree }).verdict;
    };
    expect(['', 'src', 'src/login', 'src/login/old', 'src/log', 'lib'].map(folder => verdictOf(folder))).toEqual([
      ...['owned', 'owned', 'owned', 'owned', 'allowed', 'allowed'],
    ]);
    expect(verdictOf('src', false)).toBe('allowed');
  });
});
