import { describe, expect, it } from 'vitest';
import { answer, makeRepository, run } from './cliRig.js';
import { connect } from './mcpRig.js';

describe('a task between two agents', () => {
  it('is started by one and taken up by the other in one call of at most 4,000 bytes', async () => {
    const cwd = makeRepository();
    await run(['task', 'start', 'Limit the rate of logins', '--ref', 'limit-1', '--here', '--actor', 'codex'], { cwd });
    const first = await connect({ cwd, actor: 'codex' });
    await first.call('record_event', {
      action: 'decision',
      decision: 'codex_choice_limit-1_one_bucket',
      rationale: 'One bucket for each account.',
    });
    await first.call('task_records', { kind: 'action', action: 'add', text: 'Test two clients' });
    await first.call('task_records', { kind: 'touched_files', action: 'add', files: ['src/limit.ts'] });
    await first.call('set_handoff_state', { action: 'update', focus: 'The second client' });
    await first.close();
    const second = await connect({ cwd, actor: 'claude' });
    const reply = await second.call('load_session', {});
    expect(reply.isError).toBe(false);
    expect(reply.data).toMatchObject({
      task: { ref: 'T-1', objective: 'Limit the rate of logins', focus: 'The second client' },
      nextActions: [{ ref: 'A-1', text: 'Test two clients' }],
      decisions: [{ decision: 'codex_choice_limit-1_one_bucket' }],
      touchedFiles: [{ path: 'src/limit.ts', change: 'edit' }],
    });
    expect(Buffer.byteLength(JSON.stringify(reply.data))).toBeLessThanOrEqual(4000);
    // What it advises, each surface says in its own terms; whoever holds the item is told no more of that.
    const { next, item: _item, digest: _digest, ...same } = reply.data;
    const printed = await answer(['context', '--json'], { cwd });
    expect(printed).toMatchObject(same);
    expect([next, printed.next]).toEqual([
      'Do A-1: Test two clients. Then complete it. Call task_records {"kind":"action","action":"complete","id":"A-1"}.',
      'Do A-1: Test two clients. Then complete it. Run `stateroom action complete A-1`.',
    ]);
  });

  it('is refused with exit code 3 on a revision that has passed, and while nothing proves it', async () => {
    const cwd = makeRepository();
    await run(['task', 'start', 'One', '--ref', 'one-1', '--here'], { cwd });
    const stale = await run(['task', 'update', '--status', 'review', '--revision', '9'], { cwd });
    expect([stale.code, stale.stderr]).toEqual([
      3,
      expect.stringContaining('Revision conflict: T-1 (one-1) is at revision 1, not 9.'),
    ]);
    expect((await run(['task', 'finish'], { cwd })).code).toBe(3);
    expect(await answer(['task', 'show', 'T-1'], { cwd })).toMatchObject({
      task: { status: 'in_progress', revision: 1 },
    });
  });
});
