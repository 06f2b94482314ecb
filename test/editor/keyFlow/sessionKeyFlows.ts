import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { thisMachine } from '../../../src/platform/machine.js';
import { changeSession, requestSession } from '../../../src/records/agentSession/agentSessions.js';
import { claimText } from '../../../src/records/agentSession/runnerClaim.js';
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

/** An agent of the person's own, and a process that runs agents, as far as its claim says. */
function giveRunner({ repository }: FlowScene): void {
  const agents = { mock: { command: process.execPath } };
  mkdirSync(repository.settingsFolder, { recursive: true });
  writeFileSync(join(repository.settingsFolder, 'config.json'), JSON.stringify({ agents }));
  const folder = join(repository.directory, 'store', 'runner');
  mkdirSync(folder, { recursive: true });
  const claim = { token: 1, process: thisMachine.identity(), at: repository.now };
  writeFileSync(join(folder, 'runner.json'), claimText(claim));
}

const id = (number: number): string => `01K${String(number).padStart(23, '0')}`;

/** In the lanes of laneKeyFlows. */
export const sessionKeyFlows: readonly KeyFlow[] = [
  {
    command: 'agent.say',
    before: scene => {
      giveRunner(scene);
      return begin(scene, id(1), 'working');
    },
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
    command: 'control.start',
    before: giveRunner,
    questions: [
      { asks: 'Select the agents that may be started', ticks: 'mock' },
      {
        asks: 'How many agents at once, all together?',
        types: '3',
        refuses: { text: '0', says: 'Type a number from 1 to 50.' },
      },
      { asks: 'Up to how much, in US dollars? (empty = no limit)', types: '25' },
      {
        asks: 'Until when is new work started? (empty = until you switch it off)',
        types: '07:00',
        refuses: { text: '25:00', says: 'Type a time of day, such as 07:00.' },
      },
      { asks: 'Start agents on ready work in', presses: 'Start Control' },
    ],
    leaves: {
      sql: 'select started_by, settings, policy from control_shifts',
      rows: [['Robin', '{"agents":{"mock":3},"atOnce":3,"until":"07:00","budget":{"money":25}}', 'edit']],
    },
  },
  {
    command: 'control.stop',
    questions: [],
    leaves: { sql: 'select stop, ended_at is null from control_shifts', rows: [['finish', 0]] },
  },
  {
    command: 'control.read',
    questions: [],
    leaves: { sql: 'select read_at is null from control_shifts', rows: [[0]] },
  },
  {
    command: 'agent.restore',
    // A step as it was before the agent's last file.
    before: ({ repository }) => {
      repository.write('../repository.worktrees/cart/draft.ts', 'export {};\n');
      const step = repository.git('commit-tree', 'HEAD^{tree}', '-m', 'Step 1').trim();
      repository.git('update-ref', 'refs/stateroom/step/cart/1', step);
    },
    questions: [{ asks: 'Select a work item', chooses: 'W-1' }],
    leaves: {
      sql: "select json_extract(payload, '$.step') from events where type = 'agent_step_restored'",
      rows: [[1]],
    },
  },
];
