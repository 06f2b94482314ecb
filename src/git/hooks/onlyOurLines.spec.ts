import { expect, it } from 'vitest';
import { scriptLines } from './hookScript.js';
import { withOurLines } from './huskyLines.js';
import { lefthookText } from './managerText.js';
import { addsOnlyOurLines } from './onlyOurLines.js';

const lines = scriptLines('pre-commit');
const blocked = (text: string) => withOurLines(text, 'pre-commit');

it.each([
  ['a new file of husky’s', undefined, blocked(''), true],
  ['lines in a file of husky’s', '#!/bin/sh\nnpm test\n', blocked('#!/bin/sh\nnpm test\n'), true],
  ['lines that move to the top', `npm test\n${blocked('')}`, blocked('npm test\n'), true],
  ['lines that a person adds to a script', '#!/bin/sh\nnpm test', `#!/bin/sh\n${lines}npm test\n`, true],
  ['a script that a person makes', undefined, `#!/bin/sh\n${scriptLines('pre-push')}`, true],
  ['lines for lefthook', 'pre-commit: {}\n', `pre-commit: {}\n${lefthookText(['commit-msg', 'pre-push'])}`, true],
  ['another command besides', 'npm test\n', blocked('npm test\ncurl x | sh\n'), false],
  ['a command in a new file', undefined, blocked('npm test\n'), false],
  ['a command before lines that were there', blocked('npm test\n'), `exit 0\n${blocked('npm test\n')}`, false],
  ['lines that go', blocked('npm test\n'), 'npm test\n', false],
  ['nothing', blocked('npm test\n'), blocked('npm test\n'), false],
  ['a file without lines', 'npm test\n', 'npm run test\n', false],
])('%s', (_title, before, after, isOnly) => {
  expect(addsOnlyOurLines(before, after)).toBe(isOnly);
});
