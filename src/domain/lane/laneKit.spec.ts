import { describe, expect, it } from 'vitest';
import { laneEnvironment, readLaneEnvironment } from './laneKit.js';

describe('the environment file of a lane', () => {
  it('is read as it was written, whatever the paths', () => {
    const text = laneEnvironment({
      lane: 'login',
      branch: 'feature/login',
      directory: "/repositories/it's a shop.worktrees/login",
      ports: { first: 4310, count: 10 },
      ownedPaths: ['src/login/**', 'docs/*.md'],
      model: 'gpt-5.2',
      effort: 'high',
    });
    expect(text.split('\n')[2]).toBe(`STATEROOM_WORKTREE='/repositories/it'\\''s a shop.worktrees/login'`);
    expect(readLaneEnvironment(text)).toEqual({
      STATEROOM_LANE: 'login',
      STATEROOM_BRANCH: 'feature/login',
      STATEROOM_WORKTREE: "/repositories/it's a shop.worktrees/login",
      PORT: '4310',
      STATEROOM_PORTS: '4310-4319',
      STATEROOM_OWNED_PATHS: 'src/login/**:docs/*.md',
      STATEROOM_MODEL: 'gpt-5.2',
      STATEROOM_EFFORT: 'high',
    });
  });

  it('leaves out what is no assignment', () => {
    expect(readLaneEnvironment('# mine\r\nA=1\r\n\r\nnot one\nB_2=\n9=x\n')).toEqual({ A: '1', B_2: '' });
  });
});
