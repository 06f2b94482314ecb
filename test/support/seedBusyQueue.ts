import type { z } from 'zod';
import type { Actor } from '../../src/domain/actor/actor.js';
import type { Operation } from '../../src/operations/operation.js';
import { queueAdd } from '../../src/operations/queue/queueAdd.js';
import { queueAsk } from '../../src/operations/queue/queueAsk.js';
import { queueClaim } from '../../src/operations/queue/queueClaim.js';
import { queueResolve } from '../../src/operations/queue/queueResolve.js';
import { RepositoryActs } from './repositoryActs.js';

const day = 24 * 60 * 60_000;

export const ada: Actor = { role: 'human', name: 'Ada' };
const claude: Actor = { role: 'agent', name: 'claude', harness: 'claude-code' };
const codex: Actor = { role: 'agent', name: 'codex', harness: 'codex' };
const gemini: Actor = { role: 'agent', name: 'gemini', harness: 'gemini' };

/** Items added and of these resolved on each of the thirteen days before today. */
const pastDays: readonly (readonly [created: number, resolved: number])[] = [
  [3, 1],
  [5, 3],
  [2, 4],
  [0, 1],
  [1, 0],
  [7, 4],
  [4, 6],
  [6, 5],
  [3, 3],
  [8, 6],
  [2, 3],
  [0, 2],
  [5, 4],
];

/** When (ms UTC) what tells its age was done: fewer minutes ago shortly after midnight. */
export interface BusyQueue {
  readonly seededAt: number;
  /** When W-47 was asked about. */
  readonly askedAt: number;
  /** When W-50 was claimed. */
  readonly claimedAt: number;
}

/**
 * Fills the store of a repository with two weeks of work: 46 items of which W-1 to W-42 are done, then today's twelve, some
 * in each state that a dashboard shows: questions W-47 (which holds up two others) and W-48, claims W-49 to W-51, ready
 * W-52 and W-53, scheduled W-54, W-55 failed and W-56 held up behind it, blocked W-57 and W-58.
 */
export async function seedBusyQueue(repository: string, now = Date.now()): Promise<BusyQueue> {
  const acts = new RepositoryActs(repository);
  // What is of today stays of today, also shortly after midnight.
  const sinceMidnight = now - new Date(now).setHours(0, 0, 0, 0);
  const minute = Math.min(60_000, Math.floor(sinceMidnight / 100));
  const act = async <Input extends z.ZodObject, Output extends z.ZodType>(
    at: number,
    actor: Actor,
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<void> => {
    acts.at = at;
    await acts.act(actor, operation, input);
  };
  const askedAt = now - 41 * minute;
  const claimedAt = now - 2 * minute;
  const add = (title: string, more: Omit<z.input<(typeof queueAdd)['input']>, 'title'> = {}): Promise<void> =>
    act(now - 90 * minute, ada, queueAdd, { title, ...more });

  try {
    let added = 0;
    let resolved = 0;
    for (const [index, [created, done]] of pastDays.entries()) {
      const noon = now - (pastDays.length - index) * day;
      for (let count = 0; count < created; count += 1) {
        added += 1;
        await act(noon, ada, queueAdd, { title: `Earlier work ${added}` });
      }
      for (let count = 0; count < done && resolved < added; count += 1) {
        resolved += 1;
        await act(noon + minute, claude, queueResolve, { id: `W-${resolved}`, status: 'done' });
      }
    }
    await add('Choose the colour of the rocket', { priority: 1, labels: ['design'] });
    await add('Sign the release notes');
    await add('Move the login to passkeys, so that nobody has to remember a password any more');
    await add('Cut the build time of the booster in half', { priority: 1 });
    await add('Read the contract again');
    await add('Fix the crash on an empty payload', { priority: 0, labels: ['bug'], due: '+1d' });
    await add('Write the page about heat shields');
    await add('Renew the certificate', { notBefore: '+5d' });
    await add('Try the old parachute', { priority: 3 });
    await add('Drop the old parachute', { dependsOn: ['W-55'] });
    await add('Paint the rocket', { dependsOn: ['W-47'] });
    await add('Take pictures of the rocket', { dependsOn: ['W-57'] });
    await act(now - 60 * minute, claude, queueClaim, { id: 'W-47' });
    await act(askedAt, claude, queueAsk, { id: 'W-47', question: 'Blue or red?\nRed shows less dust.' });
    await act(now - 30 * minute, codex, queueClaim, { id: 'W-48' });
    await act(now - 25 * minute, codex, queueAsk, { id: 'W-48', question: 'Who signs while Robin is away?' });
    await act(now - 20 * minute, gemini, queueClaim, { id: 'W-55' });
    await act(now - 12 * minute, gemini, queueResolve, { id: 'W-55', status: 'failed', notes: 'It tears.' });
    await act(now - 8 * minute, ada, queueClaim, { id: 'W-51' });
    await act(now - 4 * minute, claude, queueClaim, { id: 'W-49', lease: '2h' });
    await act(claimedAt, codex, queueClaim, { id: 'W-50' });
    return { seededAt: now, askedAt, claimedAt };
  } finally {
    await acts.close();
  }
}
