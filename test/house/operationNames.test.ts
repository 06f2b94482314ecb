import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { catalogue } from '../../src/operations/catalogue.js';
import { withoutComments } from './contribution/namedContributions.js';

const settings = 'settings of the repository that are called as the operations that run their commands';
const lanes = 'commands of lanes, whose declarations are loaded late';

/** Files that may name operations, how often, and why they do not import the declarations. */
const allowed: Readonly<Record<string, readonly [number, string]>> = {
  'src/domain/trust/repositoryCommand.ts': [4, settings],
  'src/operations/lane/closeLane.ts': [1, settings],
  'src/operations/lane/runLaneCommands.ts': [1, settings],
  'src/present/laneViewRow.ts': [1, lanes],
  'src/present/needRow.ts': [3, lanes],
  'src/records/trust/requireTrusted.ts': [1, settings],
  'src/surfaces/vscode/commands/commandCall.ts': [3, lanes],
  'src/surfaces/vscode/lanes/laneRescues.ts': [1, lanes],
  'src/surfaces/vscode/lanes/laneTalk.ts': [3, lanes],

  'src/surfaces/vscode/trust/askTrust.ts': [2, settings],
  'src/surfaces/vscode/views/lanes/lanePartRows.ts': [2, lanes],
  'src/workflows/question/answerNeeds.ts': [5, lanes],
  'src/workflows/question/answerOwner.ts': [1, lanes],
};

describe('operations', () => {
  let named: Readonly<Record<string, number>>;

  beforeAll(async () => {
    const names = new Set(catalogue.map(({ name }) => name as string));
    const files = [...(await findFiles('src', '.ts')), ...(await findFiles('webview-ui/src', '.ts'))].filter(
      path => !path.endsWith('.spec.ts') && !path.startsWith('src/messages/'),
    );
    const counts = await Promise.all(
      files.map(async path => {
        const code = withoutComments(await readFile(join(place.root, path), 'utf8'));
        // A declaration and what it refuses with name operations of their group.
        if (code.includes('defineOperation(')) return [path, 0] as const;
        // Steps that a refusal suggests: nextSteps.test.ts checks that each of them exists and takes these fields.
        const asked = code.replace(/\bnext(?:: |\()\[[\s\S]*?\}\s*,?\s*\]/g, '');
        const literals = [...asked.matchAll(/(['"`])(?:stateroom\.)?([a-z]+\.[A-Za-z]+)\1/g)];
        return [path, literals.filter(([, , name = '']) => names.has(name)).length] as const;
      }),
    );
    named = Object.fromEntries(counts.filter(([, count]) => count > 0));
  });

  it('are imported where code calls or means them, and named in the files that have a reason', () => {
    const expected = Object.entries(allowed).map(([path, [count]]) => [path, count]);
    expect(named).toEqual(Object.fromEntries(expected));
  });

  it('are named sixty times at most', () => {
    expect(Object.values(named).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(60);
  });
});
