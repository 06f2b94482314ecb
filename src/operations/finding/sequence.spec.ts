import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agent, otherAgent, TestRepository } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { findingDefer } from './findingDefer.js';
import { findingFix } from './findingFix.js';
import { findingList } from './findingList.js';
import { findingRecord } from './findingRecord.js';
import { findingReopen } from './findingReopen.js';
import { findingSupersede } from './findingSupersede.js';
import { findingWontfix } from './findingWontfix.js';

type Step =
  | { readonly do: 'record'; readonly text: number }
  | { readonly do: 'fix' | 'wontfix' | 'defer' | 'reopen'; readonly on: number; readonly by: 0 | 1 }
  | { readonly do: 'stale'; readonly on: number }
  | { readonly do: 'supersede'; readonly on: number; readonly other: number }
  | { readonly do: 'wait'; readonly seconds: number };

const nat = (max: number) => fc.nat({ max });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('record' as const), text: nat(3) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'fix' as const,
        'fix' as const,
        'fix' as const,
        'wontfix' as const,
        'defer' as const,
        'reopen' as const,
      ),
      on: nat(3),
      by: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stale' as const), on: nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('supersede' as const), on: nat(3), other: nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(20, 60, 61) }) },
);

interface Modelled {
  readonly text: number;
  status: string;
  reopens: number;
  revision: number;
  fixed: { by: number; at: number } | undefined;
}

/** What findings do, written again: the index of a finding is its number less one. */
class Model {
  readonly findings: Modelled[] = [];
  seconds = 0;
  changes = 0;

  /** What the step answers: a status, an outcome, or the code of a refusal. */
  take(step: Step): string {
    if (step.do === 'wait') {
      this.seconds += step.seconds;
      return 'waited';
    }
    if (step.do === 'record') return this.#record(step.text);
    const finding = this.findings[step.on];
    if (finding === undefined) return 'not_found';
    if (step.do === 'stale') return 'conflict';
    if (step.do === 'reopen') {
      return finding.status === 'open' ? 'transition_not_allowed' : this.#reopen(finding);
    }
    if (finding.status !== 'open') return 'transition_not_allowed';
    if (step.do === 'supersede') return this.#supersede(finding, step.other, step.on);
    if (step.do === 'fix') return this.#fix(finding, step.by);
    return this.#move(finding, step.do === 'wontfix' ? 'wontfix' : 'deferred');
  }

  #record(text: number): string {
    const known = this.findings.find(finding => finding.text === text);
    if (known === undefined) {
      this.findings.push({ text, status: 'open', reopens: 0, revision: 0, fixed: undefined });
      this.#move(this.findings.at(-1), 'open');
      return 'recorded';
    }
    if (known.status !== 'fixed') return 'known';
    this.#reopen(known);
    return 'reopened';
  }

  #reopen(finding: Modelled): string {
    finding.reopens += 1;
    finding.fixed = undefined;
    return this.#move(finding, 'open');
  }

  #fix(finding: Modelled, by: number): string {
    const recent = this.findings.filter(({ fixed }) => fixed?.by === by && this.seconds - fixed.at < 60).length;
    if (finding.reopens >= 2 || recent >= 2) return 'transition_not_allowed';
    finding.fixed = { by, at: this.seconds };
    return this.#move(finding, 'fixed');
  }

  #supersede(finding: Modelled, other: number, on: number): string {
    const successor = this.findings[other];
    if (successor === undefined) return 'not_found';
    if (other === on) return 'invalid_input';
    if (successor.status === 'superseded') return 'transition_not_allowed';
    return this.#move(finding, 'superseded');
  }

  #move(finding: Modelled | undefined, status: string): string {
    if (finding !== undefined) {
      finding.status = status;
      finding.revision += 1;
      this.changes += 1;
    }
    return status;
  }
}

async function perform(repo: TestRepository, step: Step): Promise<string> {
  if (step.do === 'wait') {
    repo.now += step.seconds * 1000;
    return 'waited';
  }
  if (step.do === 'record') {
    const { outcome } = await repo.ok(findingRecord, {
      severity: 'low',
      path: 'a.ts',
      text: `remark ${['A', 'B', 'C', 'D'][step.text]}`,
      repository: true,
    });
    return outcome;
  }
  const ids = [`F-${step.on + 1}`];
  const actor = 'by' in step && step.by === 1 ? otherAgent : agent;
  const call = () => {
    switch (step.do) {
      case 'fix':
        return repo.call(findingFix, { ids }, actor);
      case 'wontfix':
        return repo.call(findingWontfix, { ids, note: 'no' }, actor);
      case 'defer':
        return repo.call(findingDefer, { ids, note: 'later' }, actor);
      case 'reopen':
        return repo.call(findingReopen, { ids, reason: 'again' }, actor);
      case 'stale':
        return repo.call(findingFix, { ids, revision: 1000 }, actor);
      case 'supersede':
        return repo.call(findingSupersede, { ids, by: `F-${step.other + 1}` });
    }
  };
  const result = await call();
  return isRefusal(result) ? result.code : (result.findings[0]?.status ?? 'nothing');
}

describe('any sequence of acts', () => {
  it('goes as a model of findings says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async steps => {
        const repo = new TestRepository();
        try {
          const model = new Model();
          const all: Step[] = [...[0, 1, 2, 3].map(text => ({ do: 'record' as const, text })), ...steps];
          for (const one of all) expect([one, await perform(repo, one)]).toEqual([one, model.take(one)]);
          const { findings } = await repo.ok(findingList, { status: 'any', order: 'created' });
          expect(findings.map(({ status, revision, reopenCount }) => ({ status, revision, reopenCount }))).toEqual(
            model.findings.map(({ status, revision, reopens }) => ({ status, revision, reopenCount: reopens })),
          );
          if (model.changes > 0) expect(await repo.eventTypes()).toHaveLength(model.changes);
        } finally {
          await repo.close();
        }
      }),
      { numRuns: 40 },
    );
  });
});
