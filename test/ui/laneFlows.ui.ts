import { describe, expect, it } from 'vitest';
import { driveKeyFlows, driveRemembered, KeyPresser, openFlowWindow } from './keyFlow/driveKeyFlows.js';
import { laneKeyFlows } from './keyFlow/laneKeyFlows.js';
import { laneViewKeyFlows } from './keyFlow/viewKeyFlows.js';

describe('the flows of lanes, by keyboard alone', () => {
  const scene = openFlowWindow({
    fill: async ({ cli }) => {
      for (const lane of ['cart', 'login', 'mail']) await cli('Robin', 'worker', 'spawn', lane, '--no-fetch');
      await cli('Robin', 'report', 'submit', 'partial', 'The cart stays', '--lane', 'cart');
      await cli('Robin', 'task', 'start', 'Limit the logins', '--ref', 'limits-1');
      await cli('Robin', 'task', 'start', 'Port the cart', '--ref', 'cart-2');
      await cli('Robin', 'blocker', 'add', 'The database is down', '--task', 'T-2');
    },
    shows: { view: 'Lanes', row: 'L-1 cart' },
  });

  driveKeyFlows([...laneViewKeyFlows, ...laneKeyFlows], scene);

  driveRemembered(
    [
      {
        command: 'Send Message',
        before: [{ asks: 'To whom?', chooses: 'Everybody' }],
        asks: 'What is it?',
        offers: 'A brief',
      },
    ],
    scene,
  );

  it('ask which task is meant, where several could be', async () => {
    const { query } = scene();
    const keys = new KeyPresser(scene());
    await keys.begin('Stateroom: Resolve Blocker');
    await keys.answer({ asks: 'Which task is meant?', chooses: 'T-2' });
    await keys.answer({ asks: 'Which blocker?', chooses: 'The database is down' });
    await keys.answer({ asks: 'What took it away?', types: 'It is up' });
    await expect.poll(() => query('select status, resolution from blockers')).toEqual([['resolved', 'It is up']]);
  });
});
