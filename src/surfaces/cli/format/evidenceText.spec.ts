import { expect, it } from 'vitest';
import { findOperation } from '../../../operations/catalogue.js';
import { texts } from './evidenceText.js';
import { resultText } from './resultText.js';
import { makeStyle } from './style.js';

it('shows what of the surroundings of evidence can have changed it', () => {
  const operation = findOperation('evidence.show');
  if (operation === undefined) throw new Error('There is no evidence.show.');
  const answer = {
    evidence: {
      ...{ ref: 'E-1', passed: true, exitCode: 0, fresh: true, grade: 'observed', command: 'npm test' },
      ...{ treeHash: 'a1b2', commit: 'c3d4', actor: 'claude', result: 'ok' },
    },
    run: { program: '/usr/bin/npm', path: [], variables: [{ name: '.npmrc: script-shell', value: '/opt/sh' }] },
    notThere: ['check', 'docs/a b.md'],
    log: 'done\n',
    leftOut: 0,
  };
  expect(resultText(operation, answer, { style: makeStyle(false), width: 100, now: 0 }, {}, texts)).toBe(
    [
      'E-1 passed, fresh, observed: npm test',
      'tree a1b2, commit c3d4, by claude',
      'ok',
      'program: /usr/bin/npm',
      'set: .npmrc: script-shell=/opt/sh',
      'left out of the sparse checkout: check, docs/a b.md',
      '',
      'done',
    ].join('\n'),
  );
});
