import { describe, expect, it } from 'vitest';
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

  it('is unknown where the call is going to be refused', async () => {
    expect(await tools.plan('stateroom_add', { priority: 1 })).toBeUndefined();
    expect(await tools.plan('stateroom_add', 'Limit logins')).toBeUndefined();
    expect(await tools.plan('stateroom_remove', { id: 'W-1' })).toBeUndefined();
  });
});
