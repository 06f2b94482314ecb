import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { otherAgent, person, TestRepository } from '../../../test/support/testRepository.js';
import { actionAdd } from '../action/actionAdd.js';
import { blockerAdd } from '../blocker/blockerAdd.js';
import { blockerResolve } from '../blocker/blockerResolve.js';
import { decisionRecord } from '../decision/decisionRecord.js';
import { evidenceRecord } from '../evidence/evidenceRecord.js';
import { findingRecord } from '../finding/findingRecord.js';
import { findingReply } from '../finding/findingReply.js';
import { findingWontfix } from '../finding/findingWontfix.js';
import { messageSend } from '../lane/message/messageSend.js';
import { planRegister } from '../plan/planRegister.js';
import { queueAnnotate } from '../queue/queueAnnotate.js';
import { queueEdit } from '../queue/queueEdit.js';
import { queueResolve } from '../queue/queueResolve.js';
import { runClose } from '../run/runClose.js';
import { runEvidence } from '../run/runEvidence.js';
import { runHypothesize } from '../run/runHypothesize.js';
import { runStart } from '../run/runStart.js';
import { sliceStart } from '../slice/sliceStart.js';
import { storeArchive } from '../store/storeArchive.js';
import { repositorySearch } from './repositorySearch.js';

/** Records of every kind, about a shop. */
async function fill(repo: GitTestRepository): Promise<void> {
  const later = () => {
    repo.now += 60_000;
  };
  repo.write('.stateroom/plans/payments.md', '# Payments in installments\n\n## Steps\n\n- [ ] Ask the bank\n');
  await repo.add('The checkout is slow on Mondays', { labels: ['performance'] });
  later();
  await repo.add('Refuse expired vouchers at the checkout');
  later();
  await repo.add('Rechnungen für Österreich: Umsatzsteuer ausweisen', { kind: 'docs' });
  later();
  await repo.add('検索機能を追加する');
  later();
  await repo.add('Rename workItemTable in src/store/tables', { payload: { ticket: 'SHOP-4711' } });
  later();
  await repo.ok(queueAnnotate, { id: 'W-2', patch: { hint: 'Vouchers are in "shop.vouchers"\nsince spring' } });
  later();
  await repo.task('w1-checkout', { objective: 'Make the checkout fast' });
  later();
  await repo.ok(findingRecord, {
    ...{ severity: 'high', path: 'src/checkout/total.ts', repository: true },
    text: 'Rounds the total twice, so vouchers lose a cent.\nThe database rounds as well.',
    fix: 'Round once, at the end',
  });
  later();
  await repo.ok(
    findingRecord,
    { severity: 'low', path: 'src/cart.ts', text: 'A comment says "NOT NULL OR empty*"', repository: true },
    otherAgent,
  );
  await repo.ok(findingReply, { id: 'F-1', text: 'Banker’s rounding would be fairer' }, person);
  await repo.ok(findingWontfix, { ids: ['F-2'], note: 'The comment quotes the manual' }, person);
  later();
  await repo.ok(decisionRecord, {
    decision: 'shop_decision_W-1_cache_prices',
    rationale: 'Prices are cached for a minute, because the database answers slowly on Mondays.',
    task: 'w1-checkout',
  });
  later();
  await repo.ok(sliceStart, { title: 'Cache the price list', task: 'w1-checkout' });
  later();
  await repo.ok(actionAdd, { text: 'Implement the rate limiter', task: 'w1-checkout' });
  later();
  await repo.ok(evidenceRecord, {
    ...{ command: 'pytest tests/test_prices.py', passed: false, task: 'w1-checkout' },
  });
  later();
  await repo.ok(blockerAdd, { description: 'The staging database is down', task: 'w1-checkout' });
  await repo.ok(blockerResolve, { blocker: 'B-1', resolution: 'The provider restarted it' });
  later();
  await repo.ok(messageSend, {
    to: 'claude',
    text: 'Could you look at the vouchers?\nThey "expire" at midnight in UTC-8.',
  });
  later();
  await repo.ok(runStart, { request: 'Why do queries wait for a lock at 07:00?' });
  await repo.ok(runHypothesize, { text: 'The nightly import holds the lock' });
  await repo.ok(runEvidence, { text: 'pg_locks lists the importer until 07:12', hypothesis: 'H001' });
  later();
  await repo.ok(planRegister, { plan: '.stateroom/plans/payments.md' });
}

describe('a search over records of every kind', () => {
  let repo: GitTestRepository;
  beforeAll(async () => {
    repo = new GitTestRepository();
    await fill(repo);
  });
  afterAll(() => repo.close());

  const refs = async (query: string, more: object = {}) =>
    (await repo.ok(repositorySearch, { query, ...more })).hits.map(({ ref }) => ref);

  it.each([
    ['checkout', ['T-1', 'W-2', 'W-1']],
    ['checkouts slow', ['W-1']],
    ['vouchers', ['W-2', 'M-1', 'W-2']],
    ['expiring vouchers', ['W-2', 'M-1']],
    ['"price list"', ['S-1']],
    ['"list price"', []],
    ['caching prices', ['S-1', 'D-1']],
    ['rate limiter', ['A-1']],
    ['test_prices.py', ['E-1']],
    ['kind:evidence status:failed', ['E-1']],
    ['kind:action', ['A-1']],
    ['task:t-1 kind:decision', ['D-1']],
    ['task:w1-checkout kind:blocker', ['B-1']],
    ['task:T-2', []],
    ['path:src/checkout', ['F-1']],
    ['path:*.ts kind:finding', ['F-2', 'F-1']],
    ['"expire" "midnight"', ['M-1']],
    ['kind:finding rounding', ['F-1']],
    ['kind:finding', ['F-2', 'F-1']],
    ['kind:finding status:open', ['F-1']],
    ['status:wontfix', ['F-2']],
    ['author:claude', ['F-2']],
    ['author:codex kind:decision', ['D-1']],
    ['kind:note vouchers', ['W-2']],
    ['W-1', ['W-1', 'D-1']],
    ['f2', ['F-2']],
    ['österreich', ['W-3']],
    ['OSTERREICH fur', ['W-3']],
    ['検索', ['W-4']],
    ['機能を追加', ['W-4']],
    ['索', ['W-4']],
    ['検能', []],
    ['"shop.vouchers"', ['W-2']],
    ['NOT NULL', ['F-2']],
    ['NOT nowhere OR empty*', ['F-2']],
    ['worktable', []],
    ['table', ['W-5']],
    ['workitemtable', ['W-5']],
    ['src/checkout', ['F-1']],
    ['SHOP-4711', ['W-5']],
    ['staging provider', ['B-1']],
    ['import lock', ['R-1', 'R-1']],
    ['installments', ['.stateroom/plans/payments.md']],
    ['utc-8 (midnight) "', ['M-1']],
    ["banker's", ['F-1']],
    ['database mondays', ['D-1']],
  ])('%s', async (query, expected) => {
    expect((await refs(query)).slice(0, 3)).toEqual(expected);
  });

  it('shows the reason of a decision of which only the name matches', async () => {
    const { hits } = await repo.ok(repositorySearch, { query: 'kind:decision shop' });
    expect(hits).toMatchObject([
      {
        ref: 'D-1',
        snippet: { text: 'Prices are cached for a minute, because the database answers slowly on Mondays.', marks: [] },
      },
    ]);
  });

  it('shows where the words are', async () => {
    const { hits } = await repo.ok(repositorySearch, { query: 'twice databases' });
    expect(hits).toMatchObject([
      {
        ...{
          ref: 'F-1',
          kind: 'finding',
          title: 'Rounds the total twice, so vouchers lose a cent.\nThe database rounds as well.',
        },
        ...{ status: 'open', author: 'codex', archived: false },
      },
    ]);
    const { text = '', marks = [] } = hits[0]?.snippet ?? {};
    expect(text.slice(0, 60)).toBe('Rounds the total twice, so vouchers lose a cent. The databas');
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['twice', 'database']);
  });

  it('has some of the words where no record has all', async () => {
    const answer = await repo.ok(repositorySearch, { query: 'umsatzsteuer staging' });
    expect([answer.allWords, answer.hits.map(({ ref }) => ref).sort()]).toEqual([false, ['B-1', 'W-3']]);
  });

  it('finds beginnings of words as they are typed, and no more than asked for', async () => {
    expect(await refs('umsatzst', { prefix: true })).toEqual(['W-3']);
    expect(await refs('umsatzst')).toEqual([]);
    const { hits, truncated } = await repo.ok(repositorySearch, { query: 'checkout', limit: 2 });
    expect([hits.length, truncated]).toEqual([2, true]);
  });

  it('refuses what has no words, and kinds that do not exist', async () => {
    expect(await repo.refused(repositorySearch, { query: '" && "' })).toMatchObject({
      code: 'invalid_input',
      message: 'The query has no words.',
    });
    expect(await repo.refused(repositorySearch, { query: 'severity:high rounding' })).toMatchObject({
      message: 'There is no filter “severity”.',
      hint: 'Filters are kind:, status:, author:, task:, lane:, path:. To find a word with a colon, put it in quotes.',
    });
    expect(await repo.refused(repositorySearch, { query: 'rounding path:' })).toMatchObject({
      code: 'invalid_input',
      message: 'The filter path: has no value.',
      hint: 'Put it directly after the colon, as in path:src/login. To find the word with its colon, put it in quotes.',
    });
    expect(await repo.refused(repositorySearch, { query: 'kind:issue x' })).toMatchObject({
      message: 'Unknown kind "issue".',
      hint: 'Kinds: item, note, task, finding, decision, slice, action, blocker, evidence, message, run, plan.',
    });
  });
});

describe('the index of a search', () => {
  let repo: TestRepository;
  beforeEach(() => {
    repo = new TestRepository();
  });
  afterEach(() => repo.close());

  const search = (query: string) => repo.ok(repositorySearch, { query });
  const file = () => join(repo.directory, 'store', 'kept', 'search.index');
  /** Searches as another process would. */
  async function elsewhere(query: string) {
    const store = repo.openStore();
    try {
      const { hits, index } = await repositorySearch.run({ ...repo.context(), store }, { query }).then(answer => {
        if (!('hits' in answer)) throw new Error('refused');
        return answer;
      });
      return { refs: hits.map(({ ref }) => ref), ...index };
    } finally {
      await store.close();
    }
  }

  it('is empty and not made where there is no store', async () => {
    expect((await search('anything')).hits).toEqual([]);
    expect(await repo.dump()).toBe('absent');
  });

  it('follows what is added, changed and taken away, in every process', async () => {
    await repo.add('First');
    expect(await elsewhere('first')).toEqual({ refs: ['W-1'], texts: 1, rebuilt: 'missing' });
    expect(await elsewhere('first')).toEqual({ refs: ['W-1'], texts: 1, rebuilt: null });
    await repo.add('Second');
    await repo.ok(queueEdit, { id: 'W-1', title: 'Changed' });
    expect(await elsewhere('first')).toEqual({ refs: [], texts: 2, rebuilt: null });
    expect((await search('changed')).hits.map(({ ref }) => ref)).toEqual(['W-1']);
    await repo.ok(queueResolve, { id: 'W-1', status: 'done' }, person);
    expect((await search('changed')).hits).toMatchObject([{ ref: 'W-1', status: 'done' }]);
  });

  it('has the name of an investigation where somebody chose it', async () => {
    const { run } = await repo.ok(runStart, { request: 'Why is it slow?' });
    await repo.ok(runClose, { run: 'R-1' });
    await repo.ok(runStart, { request: 'Why is it cold?', name: 'winter-check' });
    expect(run.name).toBe('20261102T100000Z-why-is-it-slow');
    expect((await search('slow')).hits.map(({ ref, snippet }) => [ref, snippet?.text])).toEqual([
      ['R-1', 'Why is it slow?'],
    ]);
    expect((await search('winter')).hits.map(({ ref }) => ref)).toEqual(['R-2']);
  });

  it('is read without the store where nothing was committed', async () => {
    await repo.add('First');
    await search('first');
    const store = repo.openStore();
    const closed = Object.assign(Object.create(store) as typeof store, {
      read: () => Promise.reject(new Error('The store was read.')),
      commitMark: () => store.commitMark(),
      textIndex: (name: string) => store.textIndex(name),
    });
    const answer = await repositorySearch.run({ ...repo.context(), store: closed }, { query: 'first' });
    expect(answer).toMatchObject({ hits: [{ ref: 'W-1' }] });
    await store.close();
  });

  it('has archived records, and says so', async () => {
    await repo.add('Old cache');
    await repo.ok(queueResolve, { id: 'W-1', status: 'done' }, person);
    await search('cache');
    repo.now += 172_800_000;
    await repo.add('New cache');
    await repo.ok(storeArchive, { before: '-1d' }, person);
    const found = (await search('cache')).hits.map(({ ref, archived }) => [ref, archived]);
    expect(found).toEqual([
      ['W-2', false],
      ['W-1', true],
    ]);
    expect((await elsewhere('old')).refs).toEqual(['W-1']);
  });

  it.each([
    ['cut off', () => writeFileSync(file(), readFileSync(file()).subarray(0, 9000)), 'damaged'],
    ['deleted', () => rmSync(file()), 'missing'],
    ['of another version', () => writeFileSync(file(), readFileSync(file()).fill(0, 60, 64)), 'otherVersion'],
  ])('is made again where it is %s', async (_, spoil, rebuilt) => {
    await repo.add('First');
    expect((await elsewhere('first')).refs).toEqual(['W-1']);
    spoil();
    expect(await elsewhere('first')).toEqual({ refs: ['W-1'], texts: 1, rebuilt });
    expect(await elsewhere('first')).toEqual({ refs: ['W-1'], texts: 1, rebuilt: null });
  });

  it('has no secrets, since the store has none', async () => {
    await repo.add('Token', { payload: { key: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' } });
    await search('token');
    expect(readFileSync(file()).includes('ghp_0123456789abcdefghij')).toBe(false);
  });
});
