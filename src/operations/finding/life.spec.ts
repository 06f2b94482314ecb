import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import type { FindingStatus } from '../../domain/finding/findingStatus.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { invoke } from '../invoke.js';
import type { Operation } from '../operation.js';
import { findingDefer } from './findingDefer.js';
import { findingFix } from './findingFix.js';
import { findingIntegrate } from './findingIntegrate.js';
import { findingRecord } from './findingRecord.js';
import { findingReopen } from './findingReopen.js';
import { findingShow } from './findingShow.js';
import { findingSupersede } from './findingSupersede.js';
import { findingWontfix } from './findingWontfix.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

/** A new finding about the whole repository. */
async function record(text = 'Two is not three', repository_: GitTestRepository = repo): Promise<string> {
  const { finding } = await repository_.ok(findingRecord, {
    severity: 'high',
    path: 'README.md',
    text,
    repository: true,
  });
  return finding.ref;
}

/** Commits what may be called a fix; its full id. */
function commitFix(): string {
  return repo.commit('Fix', { 'README.md': 'one\ntwo\nthree, not two\n' });
}

async function show(id: string) {
  return (await repo.ok(findingShow, { id })).finding;
}

const acts: Readonly<Record<string, { operation: Operation; input: object }>> = {
  fix: { operation: findingFix as unknown as Operation, input: {} },
  resolve: { operation: findingFix as unknown as Operation, input: { onBranch: 'main' } },
  wontfix: { operation: findingWontfix as unknown as Operation, input: { note: 'as meant' } },
  defer: { operation: findingDefer as unknown as Operation, input: { note: 'next month' } },
  supersede: { operation: findingSupersede as unknown as Operation, input: { by: 'F-1' } },
  integrate: { operation: findingIntegrate as unknown as Operation, input: { into: 'main' } },
  reopen: { operation: findingReopen as unknown as Operation, input: { reason: 'not gone' } },
};

/** Acts that bring a new finding into a status. */
const ways: Readonly<Record<FindingStatus, readonly string[]>> = {
  open: [],
  fixed: ['fix'],
  wontfix: ['wontfix'],
  deferred: ['defer'],
  resolved_on_branch: ['resolve'],
  integrated: ['fix', 'integrate'],
  superseded: ['supersede'],
};

describe('every status × every act', () => {
  const no = 'transition_not_allowed';
  /** The status after the act, or the code of the refusal. */
  const outcomes: Readonly<Record<FindingStatus, Readonly<Record<string, string>>>> = {
    open: {
      fix: 'fixed',
      resolve: 'resolved_on_branch',
      wontfix: 'wontfix',
      defer: 'deferred',
      supersede: 'superseded',
      integrate: no,
      reopen: no,
    },
    fixed: { fix: no, resolve: no, wontfix: no, defer: no, supersede: no, integrate: 'integrated', reopen: 'open' },
    wontfix: { fix: no, resolve: no, wontfix: no, defer: no, supersede: no, integrate: no, reopen: 'open' },
    deferred: { fix: no, resolve: no, wontfix: no, defer: no, supersede: no, integrate: no, reopen: 'open' },
    resolved_on_branch: {
      fix: no,
      resolve: no,
      wontfix: no,
      defer: no,
      supersede: no,
      integrate: 'integrated',
      reopen: 'open',
    },
    integrated: { fix: no, resolve: no, wontfix: no, defer: no, supersede: no, integrate: no, reopen: 'open' },
    superseded: { fix: no, resolve: no, wontfix: no, defer: no, supersede: no, integrate: no, reopen: 'open' },
  };

  it.each(Object.keys(outcomes) as FindingStatus[])('%s', async status => {
    await record('The one that takes the place of others');
    const seen: Record<string, string> = {};
    const refs = new Map<string, string>();
    for (const name of Object.keys(acts)) refs.set(name, await record(`${status} and then ${name}`));
    commitFix();
    for (const [name, { operation, input }] of Object.entries(acts)) {
      repo.now += 61_000;
      const ref = refs.get(name) ?? '';
      for (const way of ways[status])
        await repo.ok(acts[way]?.operation as never, { ids: [ref], ...acts[way]?.input } as never);
      const before = await repo.dump();
      const events = (await repo.eventTypes()).length;
      const result = await invoke(operation, repo.context(), { ids: [ref], ...input });
      if (isRefusal(result)) {
        expect(await repo.dump()).toBe(before);
        seen[name] = result.code;
      } else {
        expect(await repo.eventTypes()).toHaveLength(events + 1);
        seen[name] = (await show(ref)).status;
      }
    }
    expect(seen).toEqual(outcomes[status]);
  });
});

describe('what an act leaves behind', () => {
  it('is told by the row and by one event', async () => {
    const ref = await record();
    const other = await record('Another');
    const head = commitFix();
    await repo.ok(findingFix, { ids: [ref], note: 'counted' }, otherAgent);
    expect(await show(ref)).toMatchObject({
      status: 'fixed',
      fixedCommit: head,
      note: 'counted',
      resolvedBy: 'claude',
      resolvedAt: '2026-11-02T10:00:00.000Z',
    });
    await repo.ok(findingReopen, { ids: [ref], reason: 'no' });
    expect(await show(ref)).toMatchObject({
      status: 'open',
      fixedCommit: null,
      note: null,
      resolvedBy: null,
      resolvedAt: null,
      reopenCount: 1,
      reopenReason: 'no',
    });
    await repo.ok(findingSupersede, { ids: [ref], by: other, note: 'says it better' });
    expect(await show(ref)).toMatchObject({ status: 'superseded', supersededBy: 'F-2', note: 'says it better' });
    await repo.ok(findingReopen, { ids: [ref], reason: 'no' });
    repo.git('branch', 'feature/x');
    await repo.ok(findingFix, { ids: [other], onBranch: 'feature/x' });
    expect(await show(other)).toMatchObject({ status: 'resolved_on_branch', resolvedRef: 'feature/x' });
    await repo.ok(findingIntegrate, { ids: [other], into: 'main' });
    expect(await show(other)).toMatchObject({ status: 'integrated', resolvedRef: 'main', fixedCommit: head });
    const { rows } = await repo.store.maintenance.query(
      "select type || ' ' || payload from events where type = 'finding_fixed'",
      10,
    );
    expect(rows).toEqual([
      [
        `finding_fixed {"finding":"F-1","status":"fixed","from":"open","commit":"${head}","evidence":null,"note":"counted"}`,
      ],
    ]);
    expect(await repo.eventTypes()).toEqual([
      'finding_recorded',
      'finding_recorded',
      'finding_fixed',
      'finding_reopened',
      'finding_superseded',
      'finding_reopened',
      'finding_resolved_on_branch',
      'finding_integrated',
    ]);
  });

  it('takes back one’s own decision without counting it, and nobody else’s', async () => {
    const ref = await record();
    const before = await show(ref);
    commitFix();
    const undone = { ids: [ref], reason: 'Undone', undo: true };
    for (const [operation, input] of [
      [findingFix, {}],
      [findingWontfix, { note: 'no' }],
      [findingDefer, { note: 'later' }],
    ] as const) {
      await repo.ok(operation as never, { ids: [ref], ...input } as never);
      await repo.ok(findingReopen, undone);
      const { revision, updatedAt, ...same } = before;
      expect(await show(ref)).toMatchObject(same);
    }
    expect(
      (await repo.store.maintenance.query("select payload from events where type = 'finding_reopened'", 1)).rows,
    ).toEqual([['{"finding":"F-1","status":"open","from":"fixed","reason":"Undone","takenBack":true}']]);
    await repo.ok(findingWontfix, { ids: [ref], note: 'no' });
    const all = await repo.dump();
    const other = { ...repo.context(), actor: { ...repo.context().actor, name: 'gemini' } };
    expect(await invoke(findingReopen, other, undone)).toMatchObject({
      code: 'not_allowed',
      message: 'gemini did not make the decision on F-1 “Two is not three” and cannot undo it.',
      hint: 'Reopen it with a reason, without undo.',
    });
    expect(await repo.dump()).toBe(all);
    await repo.ok(findingReopen, { ids: [ref], reason: 'it matters' });
    expect(await show(ref)).toMatchObject({ reopenCount: 1, reopenReason: 'it matters' });
    await repo.ok(findingFix, { ids: [ref] });
    await repo.ok(findingIntegrate, { ids: [ref], into: 'main' });
    expect(await repo.refused(findingReopen, undone)).toMatchObject({
      message: 'F-1 “Two is not three” is integrated, which cannot be undone.',
    });
  });

  it('asks for a note and a reason, at most 500 characters', async () => {
    const ref = await record();
    const messages: string[] = [];
    for (const [operation, input] of [
      [findingWontfix, {}],
      [findingDefer, { note: '  ' }],
      [findingDefer, { note: 'x'.repeat(501) }],
      [findingReopen, {}],
      [findingReopen, { reason: 'x'.repeat(501) }],
      [findingSupersede, { by: ref }],
      [findingSupersede, { by: 'F-7' }],
      [findingIntegrate, { into: 'main' }],
    ] as const) {
      messages.push((await repo.refused(operation as unknown as Operation, { ids: [ref], ...input })).message);
    }
    expect(messages).toEqual([
      'Invalid input: note is missing.',
      'Invalid input: note: it is empty.',
      'Invalid input: note: it is longer than 500 characters.',
      'Invalid input: reason is missing.',
      'Invalid input: reason: it is longer than 500 characters.',
      'F-1 “Two is not three” cannot supersede itself.',
      'Finding F-7 not found.',
      'F-1 “Two is not three” is open and cannot be integrated.',
    ]);
  });

  it('never lets findings supersede each other in a cycle', async () => {
    const [one, two] = [await record('one'), await record('two')];
    await repo.ok(findingSupersede, { ids: [one], by: two });
    expect(await repo.refused(findingSupersede, { ids: [two], by: one })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'F-1 “one” is superseded and cannot supersede another finding.',
    });
  });

  it('changes all of a batch or none', async () => {
    const refs = [await record('one'), await record('two'), await record('three')];
    await repo.ok(findingWontfix, { ids: ['F-3'], note: 'no' });
    expect((await repo.refused(findingDefer, { ids: refs, note: 'later' })).code).toBe('transition_not_allowed');
    expect((await repo.ok(findingDefer, { ids: ['F-1', 'F-2', '1'], note: 'later' })).findings).toHaveLength(2);
    expect((await repo.refused(findingDefer, { ids: Array(101).fill('F-1'), note: 'x' })).code).toBe('invalid_input');
    expect((await repo.refused(findingDefer, { ids: [], note: 'x' })).code).toBe('invalid_input');
  });
});

describe('who comes second', () => {
  it('is told the revision that was seen and the one there is', async () => {
    const ref = await record();
    await repo.ok(findingDefer, { ids: [ref], note: 'later', revision: 1 });
    expect(await repo.refused(findingFix, { ids: [ref], revision: 1 }, otherAgent)).toMatchObject({
      code: 'conflict',
      message: 'F-1 “Two is not three” is at revision 2, not 1. It is now deferred.',
      details: { expectedRevision: 1, currentRevision: 2, status: 'deferred' },
    });
    await record('another');
    expect((await repo.refused(findingReopen, { ids: ['F-1', 'F-2'], reason: 'x', revision: 2 })).code).toBe(
      'invalid_input',
    );
  });

  it('loses when both looked before either wrote', async () => {
    const refs: string[] = [];
    for (let round = 0; round < 10; round += 1) refs.push(await record(`round ${round}`));
    commitFix();
    for (const ref of refs) {
      repo.now += 61_000;
      const results = await Promise.all([agent, otherAgent].map(actor => repo.call(findingFix, { ids: [ref] }, actor)));
      const codes = results.map(result => (isRefusal(result) ? result.code : 'fixed'));
      expect(codes.filter(code => code === 'fixed')).toHaveLength(1);
      expect(['conflict', 'transition_not_allowed']).toContain(codes.find(code => code !== 'fixed'));
      expect((await show(ref)).revision).toBe(2);
    }
    expect((await repo.eventTypes()).filter(type => type === 'finding_fixed')).toHaveLength(10);
  });
});

describe('where reviews are independent', () => {
  beforeEach(() => {
    repo.commit('Ask for independent reviews', { '.stateroom/config.json': '{"review":{"independent":true}}' });
  });

  it('leaves dismissing to the reviewer and to people', async () => {
    const { finding } = await repo.ok(
      findingRecord,
      { severity: 'high', path: 'README.md', text: 'Wrong', repository: true },
      otherAgent,
    );
    const ids = [finding.ref];
    const other = await record('Another');
    for (const [operation, input] of [
      [findingWontfix, { note: 'no' }],
      [findingDefer, { note: 'no' }],
      [findingSupersede, { by: other }],
    ] as const) {
      expect((await repo.refused(operation as unknown as Operation, { ids, ...input })).code).toBe('not_allowed');
    }
    expect((await repo.refused(findingWontfix, { ids, note: 'no' })).message).toBe(
      'F-1 “Wrong” was found by claude and cannot be marked as won’t fix by codex, because reviews here must be independent (review.independent).',
    );
    const namesake = { ...otherAgent, session: 'another' };
    expect((await repo.refused(findingWontfix, { ids, note: 'no' }, namesake)).code).toBe('not_allowed');
    await repo.ok(findingDefer, { ids, note: 'mine' }, otherAgent);
    await repo.ok(findingReopen, { ids, reason: 'again' });
    await repo.ok(findingWontfix, { ids, note: 'decided' }, person);
  });

  it('is what the base branch says, not the branch that would lift it', async () => {
    const { finding } = await repo.ok(
      findingRecord,
      { severity: 'high', path: 'README.md', text: 'Wrong', repository: true },
      otherAgent,
    );
    repo.git('switch', '-q', '-c', 'sly');
    repo.commit('Lift it', { '.stateroom/config.json': '{"review":{"independent":false}}' });
    expect((await repo.refused(findingWontfix, { ids: [finding.ref], note: 'no' })).code).toBe('not_allowed');
  });
});
