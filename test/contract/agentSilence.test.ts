import { beforeEach, expect, it } from 'vitest';
import { answer } from './cliRig.js';
import { hasEnded, makeSessionRig, type SessionRig } from './sessionRig.js';

let rig: SessionRig;

beforeEach(async () => {
  rig = await makeSessionRig();
});

const needs = async () =>
  (await answer(['lane', 'needs-you'], { cwd: rig.repository })).needs as {
    kind: string;
    text: string;
    next: string;
  }[];

it('an agent that says nothing is silent, needs a person, and is ended as stalled with a backup', async () => {
  const limits = { silentMinutes: 0.02, stalledMinutes: 0.3 };
  const turn = [{ do: 'listTools' }, { do: 'say', text: 'On it' }, { do: 'write', path: 'half.txt', text: 'half' }];
  rig.mock('mock', [[...turn, { do: 'hang' }]], { limits, ignoresCancel: true });
  await rig.person('start', 'W-1', 'mock');
  await rig.until(({ silentSince }) => silentSince !== null);
  expect((await needs()).map(({ kind, text, next }) => [kind, text.replace(/\d+ s/, '… s'), next])).toEqual([
    ['alert', 'Its agent has been silent for … s.', 'worker show w1-add-a'],
  ]);
  const { worker } = (await answer(['lane', 'show', 'L-1'], { cwd: rig.repository })) as {
    worker: { silent: object; doing: object };
  };
  expect(worker.silent).toEqual({ since: expect.any(String), minutes: 0 });
  expect(worker.doing).toEqual({ line: 'On it', at: expect.any(String) });
  const session = await rig.until(hasEnded);
  expect([session.endReason, session.why]).toEqual(['stalled', expect.stringMatching(/^It was silent for \d+ s\.$/)]);
  expect(rig.processes(session)).toEqual([]);
  const { attempts } = (await answer(['queue', 'show', 'W-1'], { cwd: rig.repository })) as {
    attempts: { endReason: string; backup: string | null }[];
  };
  expect(attempts.map(({ endReason, backup }) => [endReason, backup?.startsWith('refs/stateroom/rescue/')])).toEqual([
    ['stalled', true],
  ]);
  expect((await needs()).map(({ text }) => text)).toEqual([session.why]);
  expect((await answer(['lane', 'show', 'L-1'], { cwd: rig.repository })).worker).not.toHaveProperty('doing');
});

it('an agent that never speaks is ended as stalled', async () => {
  rig.mock('mock', [[{ do: 'listTools' }, { do: 'hang' }]], { limits: { stalledMinutes: 0.05 }, ignoresCancel: true });
  await rig.person('start', 'W-1', 'mock');
  const { endReason, why } = await rig.until(hasEnded);
  expect([endReason, why]).toEqual(['stalled', expect.stringMatching(/^It never said anything in \d+ s\.$/)]);
});
