import { expect, it } from 'vitest';
import { holds } from './whenClause.js';

const keys = new Map<string, unknown>([
  ['workspaceFolderCount', 1],
  ['isWorkspaceTrusted', true],
  ['stateroom:holds', ' task  finding '],
  ['stateroom:queueEmpty', false],
]);

it.each([
  ['true', true],
  ['false', false],
  ['isWorkspaceTrusted', true],
  ['!isWorkspaceTrusted', false],
  ['!stateroom:queueEmpty', true],
  ['stateroom:enabled', false],
  ['workspaceFolderCount != 0', true],
  ['workspaceFolderCount == 0', false],
  ['stateroom:roomState != noRepository', true],
  ['stateroom:holds =~ / finding /', true],
  ['stateroom:holds =~ / (lane|task) /', true],
  ['stateroom:holds =~ / lane /', false],
  ['isWorkspaceTrusted && workspaceFolderCount != 0', true],
  ['isWorkspaceTrusted && stateroom:enabled', false],
])('%s is %s', (clause, expected) => {
  expect(holds(clause, keys)).toBe(expected);
});

it('refuses what it does not know', () => {
  expect(() => holds('a || b', keys)).toThrow('This condition is not understood: a || b');
});
