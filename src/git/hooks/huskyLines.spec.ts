import { expect, it } from 'vitest';
import { withOurLines, withoutOurLines } from './huskyLines.js';

const block = `# Written by “stateroom hooks install”: begin
f="$(git rev-parse --git-common-dir)/stateroom/hooks/run"; [ ! -x "$f" ] || "$f" pre-commit || exit $?
# Written by “stateroom hooks install”: end
`;

it.each([
  ['nothing', '', block],
  ['commands alone', 'npm test\nexit 0\n', `${block}npm test\nexit 0\n`],
  ['no line end', 'npm test', `${block}npm test`],
  ['a shebang', '#!/bin/sh\nexec "$@"\n', `#!/bin/sh\n${block}exec "$@"\n`],
  ['a shebang alone', '#!/bin/sh', `#!/bin/sh\n${block.replace('begin', 'begin (the line end before this is ours)')}`],
  [
    'what husky 8 begins with',
    '#!/usr/bin/env sh\n\n# Checks\n. "$(dirname -- "$0")/_/husky.sh"\n\nnpm test\n',
    `#!/usr/bin/env sh\n\n# Checks\n. "$(dirname -- "$0")/_/husky.sh"\n${block}\nnpm test\n`,
  ],
])('lines come before the commands of a script with %s, and go without a trace', (_title, script, expected) => {
  const written = withOurLines(script, 'pre-commit');
  expect(written).toBe(expected);
  expect(withOurLines(written, 'pre-commit')).toBe(written);
  expect(withoutOurLines(written) ?? '').toBe(script);
});

it('lines that an earlier version put at the end are moved', () => {
  expect(withOurLines(`npm test\nexit 0\n${block}`, 'pre-commit')).toBe(`${block}npm test\nexit 0\n`);
});

it('a call that a person has put somewhere stays there', () => {
  const own = `npm test\n${block.split('\n')[1]}\n`;
  expect(withOurLines(own, 'pre-commit')).toBe(own);
});
