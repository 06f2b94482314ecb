import { expect, it } from 'vitest';
import { refuse } from '../../domain/refusal/refusal.js';
import { verbatim } from '../../messages/message.js';
import { promptText } from './prompts.js';

const nowhere = refuse('no_repository', verbatim('There is no repository here.'), { hint: verbatim('Go to one.') });

it('tells what was asked for, and of a longer request that only its first 4,000 characters are read', async () => {
  const told = async (request: string) => (await promptText('scope', request, nowhere)).split('\n\n').slice(1, 4);
  expect(await told(` ${'a'.repeat(4000)}\n`)).toEqual([
    `Asked for, in the person’s words: ${'a'.repeat(4000)}`,
    'There is no repository here. Go to one.',
    expect.stringMatching(/^What to do:/),
  ]);
  expect(await told('a'.repeat(4001))).toEqual([
    `Asked for, in the person’s words: ${'a'.repeat(4000)}`,
    'Only the first 4000 characters of the request are used.',
    'There is no repository here. Go to one.',
  ]);
  expect(await told('  ')).toEqual(['There is no repository here. Go to one.', expect.stringMatching(/^What to do:/)]);
});
