import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realise } from '../../../test/support/gateRepository.js';
import { makeGateStates } from '../../../test/support/gateState.js';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { bySeverity, findingSeverities, severityFacts } from '../../domain/finding/findingSeverity.js';
import { openFindingCode } from '../../gates/gate.js';
import { gateCheck } from '../gate/gateCheck.js';
import { repositoryNow } from '../repository/repositoryNow.js';
import { repositoryTrends } from '../repository/repositoryTrends.js';
import { reviewCoverage } from '../review/reviewCoverage.js';
import { taskContext } from '../task/taskContext.js';
import { taskShow } from '../task/taskShow.js';
import { findingExport } from './findingExport.js';
import { findingImport } from './findingImport.js';
import { findingList } from './findingList.js';
import { findingRecord } from './findingRecord.js';
import { findingWorkItem } from './findingWorkItem.js';

const [calm] = makeGateStates(1);
if (calm === undefined) throw new Error('state does not exist.');
const ready = { ...calm, task: 'one', command: true, plan: 'none', reviewers: 0 } as const;

let repository: GitTestRepository;
beforeEach(async () => {
  repository = new GitTestRepository();
  await realise(repository, ready);
  // The least severe first, so that no order comes from the order of recording.
  for (const severity of findingSeverities.toReversed()) {
    await repository.ok(findingRecord, { severity, path: 'README.md', text: `It is ${severity}` });
  }
});
afterEach(() => repository.close());

/** What the operations make of findings: one of each severity that the table has, so that a new one is tried as well. */
describe('a finding of every severity', () => {
  it('is listed by its place in the table and counted', async () => {
    const { findings, counts } = await repository.ok(findingList, {});
    expect(findings.map(({ severity }) => severity)).toEqual(findingSeverities);
    const one = bySeverity(() => 1);
    expect(counts.open).toEqual(one);
    const { openFindings } = await repository.ok(taskShow, {});
    expect(openFindings).toEqual(one);
    const context = await repository.ok(taskContext, { profile: 'full_debug', budget: 16_000 });
    expect(context).toMatchObject({ findings: { open: one } });
    const coverage = await repository.ok(reviewCoverage, {});
    expect(coverage.findings).toEqual(bySeverity(() => ({ open: 1, ended: 0 })));
    const trends = await repository.ok(repositoryTrends, {});
    expect(trends.findings.open).toEqual(bySeverity(() => ({ day: 1, threeDays: 0, week: 0, month: 0, older: 0 })));
  });

  it('comes on pages of one in the same order', async () => {
    const seen: string[] = [];
    for (let cursor: string | undefined; seen.length < findingSeverities.length; ) {
      const { findings, nextCursor } = await repository.ok(findingList, { limit: 1, cursor });
      seen.push(...findings.map(({ severity }) => severity));
      cursor = nextCursor ?? undefined;
    }
    expect(seen).toEqual(findingSeverities);
  });

  it('blocks a review or warns of it, and always blocks the end of the task', async () => {
    const isBlocking = (severity: keyof typeof severityFacts) => severityFacts[severity].blocksReview === 'always';
    const codes = (reasons: readonly { readonly code: string }[]) =>
      reasons.map(({ code }) => code).filter(code => /^open_.*_finding$/.test(code));
    const review = await repository.ok(gateCheck, { gate: 'review-ready' });
    expect(codes(review.reasons)).toEqual(findingSeverities.filter(isBlocking).map(openFindingCode));
    expect(codes(review.warnings)).toEqual(findingSeverities.filter(one => !isBlocking(one)).map(openFindingCode));
    const close = await repository.ok(gateCheck, { gate: 'close-check' });
    expect(codes(close.reasons)).toEqual(findingSeverities.map(openFindingCode));
  });

  it('has its own line among what changed', async () => {
    const { changes } = await repository.ok(repositoryNow, { after: 0 });
    const lines = changes.filter(({ type }) => type === 'finding_recorded');
    expect(lines.map(({ outcome }) => outcome)).toEqual(findingSeverities);
  });

  it('becomes a work item of its own priority', async () => {
    const { findings } = await repository.ok(findingList, {});
    for (const { ref, severity } of findings) {
      const { item } = await repository.ok(findingWorkItem, { id: ref });
      expect(item.priority).toBe(severityFacts[severity].priority);
    }
  });

  it('is the same after an export and an import', async () => {
    const { sarif } = await repository.ok(findingExport, {});
    const other = new GitTestRepository();
    await other.ok(findingImport, { report: JSON.stringify(sarif), repository: true });
    const { findings } = await other.ok(findingList, {});
    expect(findings.map(({ severity, text }) => [severity, text])).toEqual(
      findingSeverities.map(severity => [severity, `It is ${severity}`]),
    );
    other.close();
  });
});
