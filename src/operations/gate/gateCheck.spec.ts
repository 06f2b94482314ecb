import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realise } from '../../../test/support/gateRepository.js';
import { gateSnapshot } from '../../../test/support/gateSnapshot.js';
import { makeGateStates } from '../../../test/support/gateState.js';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { gateNames } from '../../gates/gate.js';
import { judgeGate } from '../../gates/judgeGate.js';
import { inEnglish } from '../../messages/inEnglish.js';
import { withNextCalls } from '../../surfaces/mcp/withNextCalls.js';
import { catalogue } from '../catalogue.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { findingFix } from '../finding/findingFix.js';
import { findingRecord } from '../finding/findingRecord.js';
import { invoke } from '../invoke.js';
import { withNextCommands } from '../nextSteps.js';
import { reviewRecord } from '../review/reviewRecord.js';
import { sliceStart } from '../slice/sliceStart.js';
import { taskStart } from '../task/taskStart.js';
import { touchedRecord } from '../touched/touchedRecord.js';
import { gateCheck } from './gateCheck.js';

let repository: GitTestRepository;
beforeEach(() => {
  repository = new GitTestRepository();
});
afterEach(() => repository.close());

const codesOf = (reasons: readonly { readonly code: string }[]) => reasons.map(({ code }) => code).sort();
const states = makeGateStates(process.env.STATEROOM_TESTS === 'all' ? 200 : 12);

describe('a gate in a real repository with real rows', () => {
  it.each(states)('$name: $reviewReady and $closeCheck', async state => {
    await realise(repository, state);
    const before = await repository.dump();
    const review = await repository.ok(gateCheck, { gate: 'review-ready' });
    expect(codesOf(review.reasons), JSON.stringify(state)).toEqual(state.reviewReady);
    expect(review.ready).toBe(state.reviewReady.length === 0);
    const close = await repository.ok(gateCheck, { gate: 'handoff-close-check' });
    expect(codesOf(close.reasons), JSON.stringify(state)).toEqual(state.closeCheck);
    expect(close.gate).toBe('close-check');
    expect(await repository.ok(gateCheck, { gate: 'close' })).toEqual(close);
    expect(await repository.ok(gateCheck, { gate: 'review' })).toEqual(review);
    expect(gateCheck.exitCode?.(close)).toBe(state.task === 'two' ? 2 : state.closeCheck.length === 0 ? 0 : 1);
    expect(await repository.dump()).toBe(before);
  });
});

const [calm] = makeGateStates(1);
if (calm === undefined) throw new Error('state does not exist.');
const ready = { ...calm, task: 'one', command: true, plan: 'none', reviewers: 0 } as const;

describe('the answer', () => {
  it('says what was judged', async () => {
    await realise(repository, ready);
    const head = repository.git('rev-parse', 'HEAD');
    expect(await repository.ok(gateCheck, { gate: 'review-ready', task: 'x' })).toMatchObject({
      gate: 'review-ready',
      ready: true,
      task: 'T-1',
      branch: 'feature/x',
      base: 'main',
      commit: head,
      reasons: [],
      next: null,
    });
  });

  it('goes stale with one more edit, and is ready again when the edit is taken back', async () => {
    await realise(repository, ready);
    repository.write('src/a.ts', 'export const changed = 1;\n');
    const answer = await repository.ok(gateCheck, { gate: 'review-ready' });
    expect(codesOf(answer.reasons)).toEqual(['dirty_worktree', 'stale_test_evidence']);
    expect(answer.next).toEqual({
      do: 'Commit them with git.',
      because: 'Uncommitted changes in 1 path: src/a.ts.',
    });
    repository.write('src/a.ts', 'export {};\n');
    expect((await repository.ok(gateCheck, { gate: 'review-ready' })).ready).toBe(true);
  });

  it('has Stateroom commit the changes of an open slice, and git those without one', async () => {
    await realise(repository, ready);
    repository.write('src/a.ts', 'export const changed = 1;\n');
    const fix = async () => {
      const answer = await invoke(gateCheck, repository.context(agent), { gate: 'review-ready' });
      if (isRefusal(answer)) throw new Error('It was refused.');
      const { reasons } = await withNextCommands(answer);
      return inEnglish(reasons.find(({ code }) => code === 'dirty_worktree')?.fix);
    };
    expect(await fix()).toBe('Commit them with git.');
    await repository.ok(sliceStart, { title: 'Limit' }, agent);
    expect(await fix()).toBe('Commit them, with git or with Stateroom. Run `stateroom slice commit`.');
  });

  it('takes its settings from the base branch: a branch cannot loosen its own gate', async () => {
    await realise(repository, { ...ready, proof: 'other-command' });
    repository.commit('Loosen', { '.stateroom/config.json': JSON.stringify({ gate: { commands: ['make other'] } }) });
    const { reasons } = await repository.ok(gateCheck, { gate: 'review-ready' });
    expect(codesOf(reasons)).toEqual(['missing_test_evidence']);
  });

  it('takes the proof of a command that holds a secret, which neither side keeps', async () => {
    await repository.store.create();
    repository.commit('Ask', { '.stateroom/config.json': '{"gate":{"commands":["API_KEY=abcd1234 true"]}}' });
    repository.git('switch', '-q', '-c', 'feature/x');
    await repository.ok(taskStart, { objective: 'Limit', light: true }, agent);
    const proofCodes = async () => {
      const { reasons } = await repository.ok(gateCheck, { gate: 'close-check' });
      expect(JSON.stringify(reasons)).not.toContain('abcd1234');
      return codesOf(reasons).filter(code => code.endsWith('_test_evidence'));
    };
    expect(await proofCodes()).toEqual(['missing_test_evidence']);
    await repository.ok(evidenceRun, { command: ['API_KEY=abcd1234 true'] });
    expect(await proofCodes()).toEqual([]);
  });

  describe('where reviews are independent', () => {
    const codesAfter = async (act: () => Promise<unknown>, reviewer: Actor = { ...agent, session: 'another' }) => {
      await repository.store.create();
      repository.commit('Ask', { '.stateroom/config.json': '{"review":{"independent":true}}' });
      repository.git('switch', '-q', '-c', 'feature/x');
      repository.commit('Work', { 'src/a.ts': 'export {};\n' });
      await act();
      await repository.ok(reviewRecord, { verdict: 'pass' }, reviewer);
      const { reasons, warnings } = await repository.ok(gateCheck, { gate: 'close-check' });
      return codesOf([...reasons, ...warnings]).filter(code => code.startsWith('review_'));
    };
    const start = (actor: Actor) => repository.ok(taskStart, { objective: 'Limit', light: true }, actor);
    const acts: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['started the task', () => start(agent)],
      [
        'ran its proof',
        async () => {
          await start(person);
          await repository.ok(evidenceRun, { command: ['true'] }, agent);
        },
      ],
      [
        'touched its files',
        async () => {
          await start(person);
          await repository.ok(touchedRecord, { files: ['src/a.ts'] }, agent);
        },
      ],
      [
        'fixed its findings',
        async () => {
          await start(person);
          await repository.ok(findingRecord, { severity: 'low', path: 'src/a.ts', text: 'Empty' }, otherAgent);
          repository.commit('Fix', { 'src/a.ts': 'export const a = 1;\n' });
          await repository.ok(findingFix, { ids: ['F-1'] }, agent);
        },
      ],
    ];
    it.each(acts)('a pass of the agent who %s does not count, in whatever session', async (_, act) => {
      expect(await codesAfter(act)).toEqual(['review_not_independent']);
    });

    it.each([
      ['another one', agent, otherAgent],
      ['the person who started it for an agent', person, person],
    ] as const)('a pass of %s does', async (_, starter, reviewer) => {
      expect(await codesAfter(() => start(starter), reviewer)).toEqual([]);
    });
  });

  it('names a merge in progress', async () => {
    await realise(repository, { ...ready, conflict: true });
    expect(() => repository.git('merge', 'main')).toThrow();
    const { reasons } = await repository.ok(gateCheck, { gate: 'review-ready' });
    expect(codesOf(reasons)).toContain('operation_in_progress');
    expect(codesOf(reasons)).toContain('dirty_worktree');
  });

  it('is given in a repository without a commit', async () => {
    await repository.store.create();
    repository.git('checkout', '-q', '--orphan', 'fresh');
    repository.git('branch', '-q', '-D', 'main');
    const { reasons } = await repository.ok(gateCheck, { gate: 'review-ready' });
    expect(codesOf(reasons)).toEqual(['dirty_worktree', 'no_active_task', 'no_commit']);
    expect(reasons.find(({ code }) => code === 'no_commit')).toMatchObject({
      text: 'No commits here yet.',
      fix: 'Create the first commit: git commit.',
    });
  });
});

describe('where nobody can say', () => {
  it('refuses without a store, and makes none', async () => {
    const refusal = await repository.refused(gateCheck, { gate: 'close-check' });
    expect(refusal.code).toBe('store_absent');
    expect((await repository.store.health()).state).toBe('absent');
  });

  it('refuses outside of a repository, a task that does not exist and a broken configuration', async () => {
    await realise(repository, ready);
    const { workTree: _, ...context } = repository.context();
    const outside = await invoke(gateCheck, context, {});
    expect(isRefusal(outside) && outside.code).toBe('no_repository');
    expect((await repository.refused(gateCheck, { task: 'T-9' })).code).toBe('not_found');
    repository.git('switch', '-q', 'main');
    repository.commit('Break', { '.stateroom/config.json': '{' });
    repository.git('switch', '-q', 'feature/x');
    expect((await repository.refused(gateCheck, {})).message).toMatch(/^Cannot use \.stateroom\/config\.json: /);
  });
});

describe('the next steps', () => {
  it('of every state are commands in a terminal, and calls for an agent', async () => {
    const answers = makeGateStates(200).flatMap(state => gateNames.map(gate => judgeGate(gate, gateSnapshot(state))));
    const said = async (withNext: typeof withNextCommands): Promise<string[]> =>
      inEnglish(await withNext(answers)).flatMap(({ reasons, warnings }) =>
        [...reasons, ...warnings].map(({ fix }) => String(fix)),
      );
    const commands = (await said(withNextCommands)).flatMap(
      fix => fix.match(/(?<=`stateroom )(gate|[a-z]+ [a-z]+)/g) ?? [],
    );
    const paths = catalogue.map(({ name, cli }) => (cli.path ?? name.split('.')).join(' '));
    expect([...new Set(commands)].filter(command => !paths.includes(command))).toEqual([]);
    expect(commands.length).toBeGreaterThan(200);
    const calls = await said(withNextCalls);
    expect(calls.filter(fix => fix.includes('stateroom ') && !fix.includes('Ask a person to run `stateroom '))).toEqual(
      [],
    );
  });
});
