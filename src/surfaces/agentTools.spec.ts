import { describe, expect, it } from 'vitest';
import { type Refusal, RefusalError, refuse } from '../domain/refusal/refusal.js';
import { verbatim } from '../messages/message.js';
import { systemClock } from '../platform/clock.js';
import { silentLog } from '../platform/log.js';
import { openAgentTools } from './agentTools.js';

describe('what a tool of a language model is about to do', () => {
  const tools = openAgentTools({
    clock: systemClock,
    log: silentLog,
    contextFor: () => Promise.reject(new Error('A plan opens nothing.')),
  });

  it('is a write, of which the person is asked, however the model wrote its inputs', async () => {
    const write = { operation: 'queue.add', isWrite: true, input: { title: 'Limit logins', priority: 1 } };
    const plain = { title: 'Limit logins', priority: 1 };
    expect(await tools.plan('stateroom_add', plain)).toMatchObject(write);
    expect(await tools.plan('stateroom_add', { ...plain, priority: '1', kind: null, reasoning: 'calm' })).toMatchObject(
      write,
    );
    expect(await tools.plan('stateroom_claim', { id: 'W-1' })).toMatchObject({
      operation: 'queue.claim',
      isWrite: true,
    });
  });

  it.each([[null], ['W-1'], [['W-1']], [undefined]])(
    'is what the call does, which takes nothing from %j',
    async input => {
      expect(await tools.plan('stateroom_claim', input)).toEqual({ operation: 'queue.next', isWrite: true, input: {} });
    },
  );

  it('is read from what is stored: a title that fits once a secret is taken out of it', async () => {
    const title = `${'x'.repeat(480)} ghp_${'a1B2'.repeat(9)}`;
    const plan = await tools.plan('stateroom_add', { title });
    expect([title.length, plan?.isWrite]).toEqual([521, true]);
    expect(plan?.input.title).not.toContain('ghp_');
  });

  it('cannot be looked up where the store cannot be read, but what is not there can', async () => {
    const refusing = (refusal: Refusal) =>
      openAgentTools({ clock: systemClock, log: silentLog, contextFor: async () => refusal });
    const locked = refuse('store_locked', verbatim('No.'));
    await expect(refusing(locked).read('queue.show', { id: 'W-1' }, '/')).rejects.toThrow(RefusalError);
    const gone = refuse('not_found', verbatim('No.'));
    expect(await refusing(gone).read('queue.show', { id: 'W-1' }, '/')).toBeUndefined();
  });

  it('is unknown where the call is going to be refused', async () => {
    expect(await tools.plan('stateroom_add', { priority: 1 })).toBeUndefined();
    expect(await tools.plan('stateroom_add', 'Limit logins')).toBeUndefined();
    expect(await tools.plan('stateroom_remove', { id: 'W-1' })).toBeUndefined();
  });
});
