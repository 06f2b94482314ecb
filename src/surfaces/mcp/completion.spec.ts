import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { queueAdd } from '../../operations/queue/queueAdd.js';
import { completeRef, completeSentence } from './completion.js';

let repository: GitTestRepository;
beforeEach(async () => {
  repository = new GitTestRepository();
  await repository.ok(queueAdd, { title: 'First' });
  await repository.ok(queueAdd, { title: 'New' });
  await repository.ok(findingRecord, {
    ...{ severity: 'high', path: 'README.md', line: '1', text: 'Not so', repository: true },
  });
});
afterEach(() => repository.close());

describe('what is typed', () => {
  it.each([
    ['', ['W-1', 'W-2']],
    ['W', ['W-1', 'W-2']],
    ['w-', ['W-1', 'W-2']],
    ['w-2', ['W-2']],
    ['new', ['W-2']],
    ['f', ['W-1']],
  ])('as “%s” is completed with work items %j', async (typed, refs) => {
    expect(await completeRef(repository.context(), ['item'], typed)).toEqual(refs);
  });

  it.each(['F', 'f-', 'F-1', 'not'])('as “%s” is completed with the finding', async typed => {
    expect(await completeRef(repository.context(), ['finding'], typed)).toEqual(['F-1']);
  });

  it.each([
    ['go on with w', ['go on with W-1', 'go on with W-2']],
    ['fix F', ['fix F-1']],
    ['fix new', []],
  ])('as “%s” ends with %j', async (typed, sentences) => {
    expect(await completeSentence(repository.context(), typed)).toEqual(sentences);
  });
});
