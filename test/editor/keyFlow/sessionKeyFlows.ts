import { changeSession, requestSession } from '../../../src/records/agentSession/agentSessions.js';
import { findLane } from '../../../src/records/lane/laneAccess.js';
import { agent } from '../../support/testRepository.js';
import type { FlowScene, KeyFlow } from './keyFlow.js';

/** A session in the lane cart, as a runner would have it. */
async function begin({ repository }: FlowScene, id: string, state: 'requested' | 'working'): Promise<void> {
  await repository.store.transaction(async transaction => {
    const lane = await findLane(transaction, 'cart');
    const act = { transaction, actor: agent, now: repository.now };
    const asked = { id, agent: 'codex', actor: 'codex-cart', command: [], policy: 'ask' } as const;
    const session = await requestSession(act, lane, asked);
    await changeSession(transaction, session, { state });
    await transaction.agentPermissions.create({
      ...{ id: id.replace(/^0/, '1'), session_id: id, lane_id: lane.id, position: 1, title: 'npm publish' },
      ...{
        tool: 'execute',
        command: null,
        paths: '[]',
        asked_at: repository.now,
        expires_at: repository.now + 600_000,
      },
    });
  });
}

const id = (number: number): string => `01K${String(number).padStart(23, '0')}`;

/** In the lanes of laneKeyFlows. */
export const sessionKeyFlows: readonly KeyFlow[] = [
  {
    command: 'agent.say',
    before: scene => begin(scene, id(1), 'working'),
    questions: [
      { asks: 'Select a work item', chooses: 'W-1' },
      { asks: 'What to tell it', types: 'Use a table', refuses: { text: ' ', says: 'It is empty.' } },
    ],
    leaves: { sql: 'select kind, text, "by" from agent_words', rows: [['said', 'Use a table', 'Robin']] },
  },
  {
    command: 'agent.permit',
    questions: [{ asks: 'Select a work item', chooses: 'W-1' }],
    leaves: { sql: 'select answer, answered_by from agent_permissions', rows: [['once', 'Robin']] },
  },
  {
    command: 'agent.stop',
    before: ({ repository }) =>
      repository.store.transaction(async transaction => {
        const [session] = await transaction.agentSessions.unfinished();
        if (session !== undefined) await changeSession(transaction, session, { state: 'requested' });
      }),
    questions: [{ asks: 'Select a work item', chooses: 'W-1' }],
    leaves: { sql: 'select state, end_reason from agent_sessions', rows: [['ended', 'stopped']] },
  },
  {
    command: 'agent.restore',
    questions: [{ asks: 'Select a work item', chooses: 'W-1' }],
    leaves: { says: 'No step of an agent is kept in' },
  },
];
