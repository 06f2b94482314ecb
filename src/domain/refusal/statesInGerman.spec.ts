import { expect, it } from 'vitest';
import { german } from '../../messages/german.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { checkLaneStatus } from '../lane/laneStatus.js';
import { checkRecord } from '../review/reviewRule.js';
import { checkTaskAct, checkTaskLive } from '../task/taskRule.js';
import type { Refusal } from './refusal.js';

const task = { number: 1, ref: 'limit-1', status: 'review', archived_at: 5, revision: 1 } as const;
const lane = { number: 3, name: 'login', status: 'active' } as const;
const run = { number: 2, status: 'recorded', verdict: 'fail', request_changes: 0 } as const;
const inGerman = (refusal: Refusal | undefined): readonly string[] =>
  [refusal?.message, refusal?.hint].flatMap(text =>
    text === undefined || typeof text === 'string' ? [] : say(text, german),
  );

it.each([
  [checkTaskLive(task), 'T-1 (limit-1) ist archiviert; hinzugefügt wird nichts mehr.'],
  [
    checkTaskAct({ ...task, archived_at: null }, 'restore'),
    'T-1 (limit-1) ist im Review und kann nicht wiederhergestellt werden.',
  ],
  [checkLaneStatus(lane, 'merged'), 'Von „aktiv“ aus möglich: blockiert oder im Review oder geschlossen.'],
  [checkRecord(run, 'pass'), 'V-2 hat schon ein Urteil: nicht bestanden.'],
])('a refusal names states in the language of the person %#', (refusal, sentence) => {
  expect(inGerman(refusal)).toContain(sentence);
});

it('names the severity of findings by one word', () => {
  const values = { count: 1, severity: 'low', findings: 'F-1' };
  expect(say(message('gates.openFindings', values), german)).toBe('1 offener Befund der Schwere gering: F-1.');
});
