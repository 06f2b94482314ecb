import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { otherAgent, person } from '../../../../test/support/testRepository.js';
import { reportOutcomes } from '../../../domain/worker/workerReportRow.js';
import type { Operation } from '../../operation.js';
import { reportAcknowledge } from './reportAcknowledge.js';
import { reportList } from './reportList.js';
import { reportSubmit } from './reportSubmit.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

describe('reports of workers', () => {
  it('say for each outcome what somebody has to do', async () => {
    await repo.spawn('login');
    const needs: string[] = [];
    for (const outcome of reportOutcomes) {
      const { report } = await repo.ok(reportSubmit, { outcome, summary: 'As it is', lane: 'login' });
      needs.push(`${report.ref} ${report.outcome}: ${report.needs}`);
    }
    expect(needs).toEqual([
      'P-1 done: review',
      'P-2 partial: nothing',
      'P-3 blocked: help',
      'P-4 failed: help',
      'P-5 nothing_to_do: close',
    ]);
  });

  it('come from the lane whose worktree the worker stands in, with the tip of its branch, once', async () => {
    const lane = await repo.spawn('login');
    repo.place = lane.worktreePath;
    repo.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'Limit');
    const tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
    const said = {
      outcome: 'done' as const,
      summary: 'Logins are limited',
      files: ['src/login.ts'],
      tests: ['npm test: 3 passed', 'TOKEN=hunter2222 npm run e2e'],
      mergeReady: true,
    };
    const first = await repo.ok(reportSubmit, said);
    expect(first).toMatchObject({
      made: true,
      report: {
        ref: 'P-1',
        lane: 'login',
        commit: tip,
        by: 'codex',
        files: ['src/login.ts'],
        tests: ['npm test: 3 passed', 'TOKEN=[redacted] npm run e2e'],
        blockers: [],
        mergeReady: true,
        acknowledgedBy: null,
        at: '2026-11-02T10:00:00.000Z',
      },
    });
    expect(await repo.ok(reportSubmit, said)).toEqual({ ...first, made: false });
    repo.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'More');
    expect(await repo.ok(reportSubmit, said)).toMatchObject({ made: true, report: { ref: 'P-2' } });
  });

  it('are open until somebody else acknowledges them', async () => {
    await repo.spawn('login');
    const limits = await repo.spawn('limits', { owns: ['limits/**'], after: ['login'] });
    await repo.ok(reportSubmit, { outcome: 'blocked', summary: 'No key', blockers: ['Ask Ada'], lane: 'login' });
    repo.place = limits.worktreePath;
    await repo.ok(reportSubmit, { outcome: 'partial', summary: 'Half' }, otherAgent);
    repo.place = repo.repository;
    const open = async (input = {}) => (await repo.ok(reportList, input)).reports.map(({ ref }) => ref);
    expect(await open()).toEqual(['P-1', 'P-2']);
    expect(await open({ lane: 'limits' })).toEqual(['P-2']);
    expect(await repo.refused(reportAcknowledge, { report: 'P-1' })).toMatchObject({
      code: 'not_allowed',
      message: 'P-1 is your own report.',
    });
    repo.now += 1000;
    const done = await repo.ok(reportAcknowledge, { report: 'p1' }, person);
    expect(done.report).toMatchObject({ acknowledgedBy: 'Ada', acknowledgedAt: '2026-11-02T10:00:01.000Z' });
    // Again, by another: it stays as it is.
    expect(await repo.ok(reportAcknowledge, { report: 'P-1' }, otherAgent)).toEqual(done);
    expect(await open()).toEqual(['P-2']);
    expect(await open({ all: true })).toEqual(['P-1', 'P-2']);
    const page = await repo.ok(reportList, { all: true, limit: 1 });
    expect([page.reports.length, page.nextCursor]).toEqual([1, 'P-1']);
    expect(await open({ all: true, cursor: 'P-1' })).toEqual(['P-2']);
    expect((await repo.eventTypes()).filter(type => type.startsWith('worker_report'))).toEqual([
      'worker_reported',
      'worker_reported',
      'worker_report_acknowledged',
    ]);
  });

  it('are refused with a sentence each', async () => {
    const said = async (operation: unknown, input: object): Promise<string> =>
      (await repo.refused(operation as Operation, input)).message;
    expect([
      await said(reportSubmit, { outcome: 'done', summary: 'x', lane: 'nowhere' }),
      await said(reportSubmit, { outcome: 'done', summary: 'x' }),
      await said(reportSubmit, { outcome: 'great', summary: 'x', lane: 'login' }),
      await said(reportSubmit, { outcome: 'done', summary: ' ', lane: 'login' }),
      await said(reportSubmit, { outcome: 'done', summary: 'x', lane: 'login', files: Array(201).fill('a') }),
      await said(reportAcknowledge, { report: 'P-7' }),
      await said(reportList, { cursor: 'last week' }),
    ]).toEqual([
      'Lane nowhere not found.',
      `No lane was specified, and ${repo.repository} is not a lane.`,
      'Invalid input: outcome: it must be one of done, partial, blocked, failed, nothing_to_do.',
      'Invalid input: summary: it is empty.',
      'Invalid input: files: it has more than 200 entries.',
      'Report P-7 not found.',
      'cursor: does not belong to this list.',
    ]);
  });
});
