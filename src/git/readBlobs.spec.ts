import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../test/editor/scratchRepository.js';
import { GitProcess } from './gitProcess.js';
import { blobIdOf, readBlobs } from './readBlobs.js';

let repository: ScratchRepository;
beforeEach(async () => {
  repository = await makeScratchRepository();
});
afterEach(() => repository.remove());

it('knows the id that git gives a text', () => {
  expect(blobIdOf('')).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
  expect(blobIdOf('Grüße\n')).toBe('05bb5b40eaf6cd35f14fb829a0a85d61c8875418');
  expect(blobIdOf('', 64)).toBe('473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813');
});

it('reads many texts at once and leaves out what is not there', async () => {
  const ids: string[] = [];
  for (const [index, text] of ['', 'one', 'two\n', 'Grüße\n\n\n', 'a\0b'].entries()) {
    await repository.write(`file${index}`, text);
    ids.push(await repository.git('hash-object', '-w', `file${index}`));
  }
  const nowhere = ['1'.repeat(40), '2'.repeat(40), '3'.repeat(40), '4'.repeat(40)];
  const [empty = '', one = '', two = '', greeting = '', binary = ''] = ids;
  const [first = '', second = '', third = '', fourth = ''] = nowhere;
  const read = await readBlobs(new GitProcess(repository.path, process.env), [
    first,
    empty,
    one,
    second,
    third,
    two,
    greeting,
    one,
    binary,
    fourth,
    'HEAD',
  ]);
  expect([...read]).toEqual([
    [empty, ''],
    [one, 'one'],
    [two, 'two\n'],
    [greeting, 'Grüße\n\n\n'],
    [binary, 'a\0b'],
  ]);
  expect(await readBlobs(new GitProcess(repository.path, process.env), [first])).toEqual(new Map());
});
