import { describe, expect, it } from 'vitest';
import type { Lane } from '../../src/domain/lane/lane.js';
import { answer, finished, linesOf, run, start, until } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';

describe('message list --follow', () => {
  it('shows what is unread, then each new message once as one line of JSON, and acknowledges nothing', async () => {
    const cwd = makeLaneRepository();
    const lane = await spawnLane(cwd, 'login');
    const send = (text: string, ...words: string[]) =>
      answer(['message', 'send', text, ...words], { cwd, actor: 'ada' });
    await send('One', '--to', 'login');
    await send('Two', '--to', 'login');
    await answer(['message', 'acknowledge', 'M-1'], { cwd: lane.worktreePath, actor: 'codex-1' });
    const child = start(['message', 'list', '--follow', '--json'], { cwd: lane.worktreePath, actor: 'codex-1' });
    const end = finished(child);
    const lines = linesOf(child);
    const shown = () => lines.map(line => (JSON.parse(line) as { ref: string; text: string }).text);
    await until('what is unread is shown', () => lines.length === 1);
    await send('For somebody else', '--to', 'cart');
    await send('Three', '--to', 'all');
    await until('the next is shown', () => lines.length === 2);
    await send('Four', '--to', 'L-1');
    await until('the last is shown', () => lines.length === 3);
    child.kill('SIGINT');
    expect(await end).toMatchObject({ code: 130, signal: null, stderr: '' });
    expect(shown()).toEqual(['Two', 'Three', 'Four']);
    expect(await answer(['message', 'list', '--as', 'login'], { cwd, actor: 'ada' })).toMatchObject({ unread: 3 });
  });

  it('goes on as text with what its filters let through, and is refused where there is nothing to read', async () => {
    const cwd = makeLaneRepository();
    await spawnLane(cwd, 'login');
    const child = start(['message', 'list', '--follow', '--as', 'login', '--kind', 'brief'], { cwd, actor: 'ada' });
    const end = finished(child);
    const lines = linesOf(child);
    await answer(['message', 'send', 'A note', '--to', 'login'], { cwd, actor: 'ada' });
    const brief = ['message', 'send', '--to', 'login', '--reason', 'Too many logins', '--actions', 'Limit them'];
    await answer(brief, { cwd, actor: 'ada' });
    await until('the brief is shown', () => lines.some(line => /^ {2}to do +Limit them$/.test(line)));
    child.kill('SIGTERM');
    expect(await end).toMatchObject({ code: 143, signal: null, stderr: '' });
    expect(lines[0]).toBe('M-2  Too many logins');
    const lost = await run(['message', 'list', '--follow', '--lane', 'logni', '--json'], { cwd, actor: 'ada' });
    expect(lost.code).toBe(1);
    expect(JSON.parse(lost.stdout || lost.stderr)).toMatchObject({
      ok: false,
      code: 'not_found',
      hint: 'Did you mean login? Run `stateroom lane list`.',
    });
  });
});

describe('worker status', () => {
  const workersOf = (line: string): [string, string | null][] =>
    (JSON.parse(line) as { workers: Lane[] }).workers.map(({ lane, worker }) => [lane, worker?.liveness ?? null]);

  it('streams as one line of JSON with each change, also of those alone that fall silent', async () => {
    const cwd = makeLaneRepository();
    const login = await spawnLane(cwd, 'login');
    const all = start(['worker', 'status', '--watch', '--json'], { cwd, actor: 'ada' });
    const stale = start(['worker', 'status', '--watch', '--stale', '--json'], { cwd, actor: 'ada' });
    const ends = [finished(all), finished(stale)];
    const [lines, silent] = [linesOf(all), linesOf(stale)];
    await until('both have begun', () => lines.length === 1 && silent.length === 1);
    expect(workersOf(lines[0] ?? '')).toEqual([['login', 'none']]);
    expect(workersOf(silent[0] ?? '')).toEqual([]);
    await answer(['worker', 'start', '--every', '0.1'], { cwd: login.worktreePath, actor: 'codex-1' });
    // Without heartbeats the worker becomes stale, and both streams report it.
    const isSilent = (line = ''): boolean => ['STALE', 'DEAD'].includes(workersOf(line)[0]?.[1] ?? '');
    await until('it is silent', () => isSilent(lines.at(-1)) && isSilent(silent.at(-1)));
    // A change of its beat alone is not a news.
    expect(new Set(silent).size).toBe(silent.length);
    const { workers } = (await answer(['worker', 'status', '--stale'], { cwd, actor: 'ada' })) as { workers: Lane[] };
    expect(workers).toMatchObject([
      { lane: 'login', state: 'WORKING', worker: { liveness: expect.stringMatching(/^(STALE|DEAD)$/) } },
    ]);
    all.kill('SIGINT');
    stale.kill('SIGTERM');
    expect(await Promise.all(ends)).toMatchObject([
      { code: 130, stderr: '' },
      { code: 143, stderr: '' },
    ]);
    expect((await run(['worker', 'status', '--watch', '--state', 'SLEEPING'], { cwd })).code).toBe(2);
  });

  it('tells a listed lane how far it is from its base', async () => {
    const cwd = makeLaneRepository();
    await spawnLane(cwd, 'login');
    expect(await answer(['lane', 'list'], { cwd, actor: 'ada' })).toMatchObject({
      lanes: [{ lane: 'login', ahead: 0, behind: 0 }],
    });
    expect((await run(['lane', 'list'], { cwd, actor: 'ada' })).stdout).toContain('+0 -0');
  });
});
