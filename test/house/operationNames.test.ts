import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { catalogue } from '../../src/operations/catalogue.js';
import { withoutComments } from './contribution/namedContributions.js';

const settings = 'settings of the repository that are called as the operations that run their commands';

const steps = 'what continues from each need, below the declarations';

/** Files that may name operations, how often, and why they do not import the declarations. */
const allowed: Readonly<Record<string, readonly [number, string]>> = {
  'src/domain/trust/repositoryCommand.ts': [4, settings],
  'src/operations/lane/closeLane.ts': [1, settings],
  'src/operations/lane/runLaneCommands.ts': [1, settings],
  'src/agentHooks/answerHook.ts': [
    2,
    'the operations whose rules hold for what a hook records, of which a hook loads no declaration',
  ],
  'src/domain/refusal/steps.ts': [12, 'steps that several refusals suggest'],
  'src/domain/lane/need.ts': [7, steps],
  'src/domain/worker/laneRight.ts': [1, steps],
  'src/domain/thread/endedWork.ts': [4, steps],
  'src/present/event/refusedActWords.ts': [
    23,
    'what was tried and refused, in words, by the operation that an event names',
  ],
  'src/manifest/toolTable.ts': [18, 'former names of tools for agents, which go with the next minor version'],
  'src/packet/advice.ts': [14, 'the acts that a session is advised to do next, of which it loads no declaration'],
  'src/surfaces/mcp/toolCalls.ts': [
    2,
    'the question that is also asked through the client, and the start whose claim is kept',
  ],
  'src/records/thread/heldWork.ts': [2, steps],
  'src/records/thread/openWork.ts': [5, steps],
  'src/records/trust/requireTrusted.ts': [1, settings],
  'src/surfaces/vscode/trust/askTrust.ts': [2, settings],
};

describe('operations', () => {
  /** By file: outside of the steps that refusals suggest, and in all. */
  let named: Readonly<Record<string, readonly [besidesSteps: number, all: number]>>;

  beforeAll(async () => {
    const names = new Set(catalogue.map(({ name }) => name as string));
    const countIn = (code: string): number => {
      const literals = [...code.matchAll(/(['"`])(?:stateroom\.)?([a-z]+\.[A-Za-z]+)\1/g)];
      return literals.filter(([, , name = '']) => names.has(name)).length;
    };
    const files = [...(await findFiles('src', '.ts')), ...(await findFiles('webview-ui/src', '.ts'))].filter(
      path => !path.endsWith('.spec.ts') && !path.startsWith('src/messages/'),
    );
    const counts = await Promise.all(
      files.map(async path => {
        const code = withoutComments(await readFile(join(place.root, path), 'utf8'));
        // A declaration and what it refuses with name operations of their group.
        if (code.includes('defineOperation(')) return [path, [0, 0]] as const;
        // nextSteps.test.ts checks that each step exists and takes these fields.
        const besidesSteps = code.replace(/\bnext(?:: |\()\[[\s\S]*?\}\s*,?\s*\]/g, '');
        return [path, [countIn(besidesSteps), countIn(code)]] as const;
      }),
    );
    named = Object.fromEntries(counts.filter(([, [, all]]) => all > 0));
  });

  it('are imported where code calls or means them, and named in the files that have a reason', () => {
    const expected = Object.entries(allowed).map(([path, [count]]) => [path, count]);
    const besidesSteps = Object.entries(named).flatMap(([path, [count]]) => (count > 0 ? [[path, count]] : []));
    expect(Object.fromEntries(besidesSteps)).toEqual(Object.fromEntries(expected));
  });

  it('are named one hundred and thirty-four times at most, with the steps that refusals suggest', () => {
    expect(Object.values(named).reduce((sum, [, all]) => sum + all, 0)).toBeLessThanOrEqual(134);
  });
});
