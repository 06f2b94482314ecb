import { describe, expect, it } from 'vitest';
import { answer } from './cliRig.js';
import { makeLaneRepository } from './laneRig.js';

describe('whose messages are read', () => {
  it('is whoever acknowledges them: the name that git has, where none is given', async () => {
    const cwd = makeLaneRepository();
    await answer(['message', 'send', 'One', '--to', 'Ann'], { cwd, actor: 'codex' });
    await answer(['message', 'send', 'Two', '--to', 'all'], { cwd, actor: 'codex' });
    expect(await answer(['message', 'list'], { cwd })).toMatchObject({
      reader: 'Ann',
      unread: 2,
      messages: [{ ref: 'M-1' }, { ref: 'M-2' }],
    });
    expect(await answer(['message', 'acknowledge', 'M-1'], { cwd })).toMatchObject({ reader: 'Ann', unread: 1 });
    expect(await answer(['message', 'list'], { cwd })).toMatchObject({ unread: 1, messages: [{ ref: 'M-2' }] });
  });
});
