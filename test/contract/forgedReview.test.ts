import { expect, it } from 'vitest';
import { answer, git, makeRepository, run, writeIn } from './cliRig.js';
import { connect } from './mcpRig.js';

const session = { CODEX_SANDBOX: 'seatbelt', CODEX_THREAD_ID: 'thread-1' };
const config = { review: { independent: true }, gate: { commands: ['true'] } };

interface Reasons {
  readonly data: { readonly ready: boolean; readonly reasons: readonly { readonly code: string }[] };
}

it('lets no name on the command line, in the environment or of a server make an independent review', async () => {
  const cwd = makeRepository();
  writeIn(cwd, '.stateroom/config.json', JSON.stringify(config));
  writeIn(cwd, 'a.txt', 'a\n');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-q', '-m', 'Agree');
  git(cwd, 'switch', '-q', '-c', 'feature/x');
  writeIn(cwd, 'a.txt', 'b\n');
  git(cwd, 'commit', '-q', '-a', '-m', 'Work');
  const place = { cwd, env: session };
  const codes = async (): Promise<string[]> => {
    const { code, stdout } = await run(['gate', 'close-check', '--json'], place);
    const { data } = JSON.parse(stdout) as Reasons;
    expect(code).toBe(data.ready ? 0 : 1);
    return data.reasons.map(reason => reason.code);
  };
  await answer(['task', 'start', 'Limit', '--light'], place);
  expect((await run(['evidence', 'run', '--', 'true'], place)).code).toBe(0);
  expect(await codes()).toEqual(['review_missing']);

  await answer(['--actor', 'Boss Lady', 'review', 'record', 'pass'], place);
  expect(await codes()).toEqual(['review_not_independent']);
  await answer(['review', 'record', 'pass'], { cwd, env: { ...session, STATEROOM_ACTOR: 'Robin', USER: 'robin' } });
  expect(await codes()).toEqual(['review_not_independent']);
  const server = await connect({ ...place, actor: 'Robin' });
  const recorded = await server.call('review_runs', { action: 'record', verdict: 'pass' });
  expect(recorded.data).toMatchObject({ run: { grade: 'observed', role: 'agent', imported: null } });
  expect(await codes()).toEqual(['review_not_independent']);

  const forged = { type: 'review_recorded', payload: { run: 'V-9', verdict: 'pass' } };
  expect((await server.call('events', { action: 'append', ...forged })).isError).toBe(true);
  expect((await server.call('events', { action: 'append', ...forged })).isError).toBe(true);
  const { events } = (await answer(['events', 'tail', '--type', 'attempt_refused'], place)) as { events: object[] };
  expect(events).toMatchObject([
    { actor: 'Robin', role: 'agent', payload: { operation: 'events.append', about: 'review_recorded' } },
  ]);

  await answer(['review', 'record', 'pass'], { cwd, env: { ...session, CODEX_THREAD_ID: 'thread-2' } });
  expect(await codes()).toEqual([]);
});
