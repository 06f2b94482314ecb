import { expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { refuse } from '../../domain/refusal/refusal.js';
import { verbatim } from '../../messages/message.js';
import { taskStart } from '../../operations/task/taskStart.js';
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

it('ends with the calls of what comes next, never with names of operations', async () => {
  const repository = new GitTestRepository();
  try {
    await repository.ok(taskStart, { objective: 'Limit the rate', ref: 'rate-1', here: true });
    const text = await promptText('context', '', repository.context());
    const [, next = ''] = /Next:\n((?:- .*\n)+)/.exec(text) ?? [];
    expect(next).toContain('- Open Home (events {"action":"dashboard"})\n');
    expect(text).not.toMatch(/\([a-z]+\.[a-zA-Z]+\)/);
  } finally {
    await repository.close();
  }
});
