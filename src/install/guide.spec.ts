import { expect, it } from 'vitest';
import { catalogue } from '../operations/catalogue.js';
import { projectGuide, userGuide } from './guide.js';

it('names tools and commands that there are', () => {
  const tools = new Set(catalogue.flatMap(({ mcp }) => (mcp === null ? [] : [mcp.tool])));
  const actions = new Set(catalogue.flatMap(({ mcp }) => (mcp === null ? [] : [mcp.action])));
  const commands = new Set(catalogue.map(({ name, cli }) => (cli.path ?? name.split('.')).join(' ')));
  const words = [...`${projectGuide}${userGuide}`.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  expect(new Set(words.filter(word => !tools.has(word as never) && !actions.has(word)))).toEqual(
    new Set(['stateroom', 'stateroom context', 'stateroom queue next']),
  );
  for (const word of ['context', 'queue next']) expect(commands).toContain(word);
});
