import { describe, expect, it } from 'vitest';
import { answer, finished, start } from './cliRig.js';
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
    await answer(['message', 'send', 'Three', '--to', 'Ann'], { cwd, actor: 'codex' });
    await answer(['message', 'acknowledge', 'M-2'], { cwd });
    const following = start(['message', 'list', '--follow', '--json'], { cwd });
    const ended = finished(following);
    following.stdout.once('data', () => following.kill('SIGINT'));
    const { stdout } = await ended;
    expect([...stdout.matchAll(/"ref":"(M-\d+)"/g)].map(([, ref]) => ref)).toEqual(['M-3']);
  });
});
