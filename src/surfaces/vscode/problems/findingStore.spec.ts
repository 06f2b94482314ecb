import { describe, expect, it } from 'vitest';
import { finding } from '../../../../test/support/finding.js';
import { refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import type { Repository } from '../repository.js';
import { FindingStore } from './findingStore.js';

/** A repository of which each reading has one finding more, in pages of one. */
function growing(): Repository & { calls: number } {
  let findings = 0;
  const repository = {
    calls: 0,
    async invoke(_: unknown, { cursor }: { cursor?: string }) {
      repository.calls += 1;
      if (cursor === undefined) findings += 1;
      const at = Number(cursor ?? 0);
      return { findings: [finding(at + 1)], nextCursor: at + 1 < findings ? String(at + 1) : null };
    },
  };
  return repository as unknown as Repository & { calls: number };
}

const refs = async (store: FindingStore, repository: Repository, mark: string): Promise<string[]> =>
  (await store.openIn(repository, mark)).map(({ ref }) => ref);

describe('the store of open findings', () => {
  it('reads once for all who ask, until something happened', async () => {
    const [store, repository] = [new FindingStore(), growing()];
    expect(await Promise.all([refs(store, repository, 'event 1'), refs(store, repository, 'event 1')])).toEqual([
      ['F-1'],
      ['F-1'],
    ]);
    expect(await refs(store, repository, 'event 1')).toEqual(['F-1']);
    expect(repository.calls).toBe(1);
    expect(await refs(store, repository, 'event 2')).toEqual(['F-1', 'F-2']);
    expect(repository.calls).toBe(3);
  });

  it('keeps repositories apart', async () => {
    const [store, one, other] = [new FindingStore(), growing(), growing()];
    await store.openIn(other, 'event 1');
    await store.openIn(other, 'event 2');
    expect(await refs(store, one, 'event 2')).toEqual(['F-1']);
    expect(await refs(store, other, 'event 2')).toEqual(['F-1', 'F-2']);
  });

  it('reads again what it was told to forget', async () => {
    const [store, repository] = [new FindingStore(), growing()];
    await store.openIn(repository, 'event 1');
    store.forget(repository);
    expect(await refs(store, repository, 'event 1')).toEqual(['F-1', 'F-2']);
  });

  it('throws what is refused, and tries again for whoever asks next', async () => {
    const store = new FindingStore();
    let isThere = false;
    const repository = {
      invoke: async () =>
        isThere
          ? { findings: [finding(1)], nextCursor: null }
          : refuse('store_locked', verbatim('Another process writes.')),
    } as unknown as Repository;
    await expect(store.openIn(repository, 'event 1')).rejects.toMatchObject({
      refusal: { message: verbatim('Another process writes.') },
    });
    isThere = true;
    expect(await refs(store, repository, 'event 1')).toEqual(['F-1']);
  });
});
