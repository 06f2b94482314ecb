import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { laneRow } from '../../../test/support/laneRow.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { findingRecord } from '../finding/findingRecord.js';
import { findingReopen } from '../finding/findingReopen.js';
import { findingWontfix } from '../finding/findingWontfix.js';
import { queueClaim } from '../queue/queueClaim.js';
import { queueReopen } from '../queue/queueReopen.js';
import { queueResolve } from '../queue/queueResolve.js';
import { retroWrite } from './retroWrite.js';

const hour = 3_600_000;
const day = 24 * hour;
const codex: Actor = { ...agent, model: 'gpt-5' };
const claude: Actor = { ...otherAgent, model: 'opus' };

let repository: GitTestRepository;
beforeEach(() => {
  repository = new GitTestRepository();
});
afterEach(() => repository.close());

async function append(...events: readonly ReturnType<typeof newEvent>[]): Promise<void> {
  await repository.store.transaction(transaction => transaction.events.append(events));
}

/** One thing that happened now, about the task with this ULID. */
async function tell(actor: Actor, type: string, payload: object, task: string | null = null): Promise<void> {
  await append(newEvent(actor, repository.now, type, null, { ...payload }, task));
}

async function noteInWeek44(): Promise<void> {
  await append(newEvent(person, Date.UTC(2026, 9, 28), 'note', null, {}));
}

/** The week from Monday, 2 November 2026, 10:00 UTC on. */
async function week(): Promise<void> {
  await repository.add('One');
  await repository.add('Two', { dependsOn: ['W-1'] });
  await repository.add('Three');
  repository.now += hour / 2;
  await repository.ok(queueClaim, { id: 'W-1' }, codex);
  repository.now += 2 * hour;
  await repository.ok(queueResolve, { id: 'W-1', status: 'done' }, codex);
  // Tuesday: W-2 could be claimed for a day.
  repository.now += day;
  await repository.ok(queueClaim, { id: 'W-2' }, claude);
  repository.now += hour;
  await repository.ok(queueResolve, { id: 'W-2', status: 'done' }, claude);
  // Wednesday
  repository.now += day;
  await repository.ok(queueReopen, { id: 'W-2', reason: 'It fails on Windows' }, person);
  const remark = { path: 'README.md', repository: true } as const;
  await repository.ok(findingRecord, { ...remark, severity: 'high', text: 'Loses data' }, codex);
  await repository.ok(findingRecord, { ...remark, severity: 'medium', text: 'Is slow' }, claude);
  await repository.ok(findingRecord, { ...remark, severity: 'low', text: 'Is named oddly' }, claude);
  await tell(codex, 'finding_fixed', { finding: 'F-1', status: 'fixed' });
  await repository.ok(findingWontfix, { ids: ['F-2'], note: 'Fast enough' }, person);
  await repository.ok(findingReopen, { ids: ['F-2'], reason: 'It is not' }, person);
  // Three slices: sent back after a review of the plan, accepted, not reviewed yet.
  await tell(codex, 'slice_closed', { slice: 'S-1' }, 'A');
  await tell(person, 'review_recorded', { mode: 'planning', verdict: 'pass' }, 'A');
  await tell(person, 'review_recorded', { mode: 'branch', verdict: 'fail' }, 'A');
  await tell(person, 'review_recorded', { mode: 'branch', verdict: 'pass' }, 'A');
  await tell(codex, 'slice_closed', { slice: 'S-2' }, 'B');
  await tell(codex, 'worker_sent_back', { lane: 'L-1', reason: 'It has changed since it was submitted.' }, 'B');
  await tell(person, 'worker_approved', { lane: 'L-1' }, 'B');
  await tell(claude, 'slice_closed', { slice: 'S-3' }, 'C');
  await tell(codex, 'attempt_refused', { about: 'L-1', operation: 'worker.merge', why: 'Not allowed for an agent.' });
  await tell(codex, 'attempt_refused', { about: 'L-2', operation: 'worker.merge', why: 'Not allowed for an agent.' });
  await tell(person, 'gate_overridden', { hook: 'pre-push', reason: 'The server | is down' });
  // Thursday to Friday: a lane is merged, another is cancelled.
  const created_at = repository.now;
  await repository.store.transaction(async transaction => {
    const lane = {
      ...laneRow({ id: repository.context().ids.ulid(created_at), number: 1, name: 'paint' }),
      created_at,
      owner: 'codex',
      model: 'gpt-5',
    };
    await transaction.lanes.create(lane);
  });
  await tell(person, 'lane_opened', { lane: 'L-1', name: 'paint' });
  repository.now += day;
  await tell(person, 'worker_merged', { lane: 'L-1', name: 'paint' });
  await tell(person, 'worker_cancelled', { lane: 'L-2', name: 'draw', rescue: 'refs/stateroom/rescue/x' });
  await tell(person, 'lane_closed', { lane: 'L-2', name: 'draw', rescue: 'refs/stateroom/rescue/x' });
}

/** What is expected of it, counted by hand. */
const expected = {
  label: '2026-W45',
  timeZone: 'UTC',
  from: '2026-11-02T00:00:00.000Z',
  to: '2026-11-09T00:00:00.000Z',
  isOver: true,
  items: {
    ...{ created: 3, reopened: 1, done: 2, failed: 0, cancelled: 0, openAtStart: 0, openAtEnd: 2 },
    days: [
      { date: '2026-11-02', created: 3, resolved: 1, open: 2 },
      { date: '2026-11-03', created: 0, resolved: 1, open: 1 },
      { date: '2026-11-04', created: 0, resolved: 0, open: 2 },
      { date: '2026-11-05', created: 0, resolved: 0, open: 2 },
      { date: '2026-11-06', created: 0, resolved: 0, open: 2 },
      { date: '2026-11-07', created: 0, resolved: 0, open: 2 },
      { date: '2026-11-08', created: 0, resolved: 0, open: 2 },
    ],
    untilClaimed: { count: 2, p50Minutes: 30, p90Minutes: 1440 },
    untilDone: { count: 2, p50Minutes: 60, p90Minutes: 120 },
  },
  refusals: [
    { type: 'attempt_refused', what: 'worker.merge', why: 'Not allowed for an agent.', count: 2 },
    { type: 'gate_overridden', what: 'pre-push', why: 'The server | is down', count: 1 },
  ],
  lanes: { opened: 1, merged: 1, cancelled: 1, backedUp: 1, restored: 0 },
  agents: [
    {
      ...{ actor: 'claude', model: 'opus', slices: 1, reviewed: 0, acceptedFirst: 0, done: 1, reopened: 1 },
      ...{ confirmed: 0, refuted: 1, untilMerged: { count: 0, p50Minutes: null, p90Minutes: null } },
    },
    {
      ...{ actor: 'codex', model: 'gpt-5', slices: 2, reviewed: 2, acceptedFirst: 1, done: 1, reopened: 0 },
      ...{ confirmed: 1, refuted: 0, untilMerged: { count: 1, p50Minutes: 1440, p90Minutes: 1440 } },
    },
  ],
};

function read(file: string): string {
  return readFileSync(join(repository.repository, '.stateroom/retros', file), 'utf8');
}

describe('retro.write', () => {
  it('counts a week of events among those of a year', async () => {
    await week();
    // A year around that week, by five actors with three models; the week itself has none of them.
    const size = process.env.STATEROOM_TESTS === 'all' ? 20_000 : 1000;
    const [begin, end] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
    const noise = Array.from({ length: size }, (_, index) => {
      const at = begin + Math.floor((index * (end - begin)) / size);
      const time = at >= Date.UTC(2026, 10, 2) && at < Date.UTC(2026, 10, 9) ? at + 7 * day : at;
      const names = ['ada', 'ben', 'cem', 'dee', 'eve'];
      const actor: Actor = { role: 'agent', name: names[index % 5] ?? '', model: ['gpt-5', 'opus', 'pro'][index % 3] };
      const types = ['note', 'finding_recorded', 'slice_closed', 'worker_merged', 'attempt_refused'];
      return newEvent(actor, time, types[index % 7] ?? 'note', null, { finding: 'F-1', lane: 'L-1' }, 'D');
    });
    await append(...noise);
    repository.now = Date.UTC(2026, 10, 12);
    const { retro } = await repository.ok(retroWrite, {});
    expect(retro).toMatchObject(expected);
    expect(retro.events.total).toBe(29);
    expect(retro.events.byType.slice(0, 4)).toEqual([
      { type: 'finding_recorded', count: 3 },
      { type: 'review_recorded', count: 3 },
      { type: 'slice_closed', count: 3 },
      { type: 'work_item_created', count: 3 },
    ]);
    expect(retro.events.actors).toEqual([
      { actor: 'Ada', count: 12 },
      { actor: 'codex', count: 12 },
      { actor: 'claude', count: 5 },
    ]);
    expect(retro.findings.bySeverity).toEqual([
      { severity: 'high', opened: 1, closed: 1, reopened: 0 },
      { severity: 'medium', opened: 1, closed: 1, reopened: 1 },
      { severity: 'low', opened: 1, closed: 0, reopened: 0 },
    ]);
    expect(retro.findings.days[2]).toEqual({ date: '2026-11-04', opened: 4, closed: 2 });
    // Each of the others is in one week of the year or of the two at its ends.
    repository.now = Date.UTC(2027, 1, 1);
    const weeks = [
      ...Array.from({ length: 53 }, (_, week) => `2026-W${String(week + 1).padStart(2, '0')}`),
      '2027-W01',
    ];
    let total = 0;
    for (const week of weeks) total += (await repository.ok(retroWrite, { week })).retro.events.total;
    expect(total).toBe(size + 29);
  });

  it('writes a page, and beside it where somebody edited it', async () => {
    await week();
    repository.now = Date.UTC(2026, 10, 9);
    const first = await repository.ok(retroWrite, { period: 'weekly' });
    expect(first).toMatchObject({ page: '.stateroom/retros/2026-W45.md', edited: null });
    expect(first.plots).toEqual([
      '.stateroom/retros/2026-W45.throughput.light.svg',
      '.stateroom/retros/2026-W45.throughput.dark.svg',
      '.stateroom/retros/2026-W45.queue.light.svg',
      '.stateroom/retros/2026-W45.queue.dark.svg',
      '.stateroom/retros/2026-W45.findings.light.svg',
      '.stateroom/retros/2026-W45.findings.dark.svg',
    ]);
    // 104.57 pixels a day from 56 on; the highest bar is 3 of 4, of 212 pixels.
    expect(read('2026-W45.throughput.light.svg')).toContain(
      '<rect x="70.14" y="147" width="36.56" height="159" fill="#1a5fb4" stroke="#1a5fb4">',
    );
    expect(read('2026-W45.throughput.dark.svg')).toContain('<rect width="800" height="360" fill="#1f1f1f"/>');
    expect(read('2026-W45.md')).toContain('<img alt="Created and resolved" src="2026-W45.throughput.light.svg">');
    const page = read('2026-W45.md');
    expect(page.split('\n').slice(0, 5)).toEqual([
      '# Retrospective 2026-W45',
      '',
      '2026-11-02 to 2026-11-08 (UTC): from 2026-11-02T00:00:00.000Z to before 2026-11-09T00:00:00.000Z.',
      '',
      'Total events: 29',
    ]);
    expect(page).toContain('- done: 2\n- failed: 0\n- cancelled: 0\n');
    expect(page).toContain('| From ready to claimed | 2 | 30 min | 24 h |');
    expect(page).toContain('| gate_overridden | pre-push | The server \\| is down | 1 |');
    expect(page).toContain('| codex | gpt-5 | 2 | 1 of 2 (50 %) | 1 | 0 of 1 (0 %) | 1 | 0 | 1 | 24 h |');
    // Unchanged, also with the line ends of Windows, it is written again.
    await tell(person, 'note', {});
    writeFileSync(join(repository.repository, '.stateroom/retros/2026-W45.md'), page.replaceAll('\n', '\r\n'));
    expect(await repository.ok(retroWrite, {})).toMatchObject({ page: '.stateroom/retros/2026-W45.md', edited: null });
    writeFileSync(join(repository.repository, '.stateroom/retros/2026-W45.md'), `${page}\nWe talked about it.\n`);
    for (let time = 0; time < 2; time += 1) {
      expect(await repository.ok(retroWrite, {})).toMatchObject({
        page: '.stateroom/retros/2026-W45-2.md',
        edited: '.stateroom/retros/2026-W45.md',
      });
    }
    expect(read('2026-W45.md')).toMatch(/We talked about it\.\n$/);
    expect(read('2026-W45-2.md')).toContain('src="2026-W45-2.queue.light.svg"');
  });

  it.skipIf(process.platform === 'win32')('waits for no pipe in place of a page, and writes beside it', async () => {
    await noteInWeek44();
    mkdirSync(join(repository.repository, '.stateroom/retros'), { recursive: true });
    execFileSync('mkfifo', [join(repository.repository, '.stateroom/retros/2026-W44.md')]);
    expect(await repository.ok(retroWrite, {})).toMatchObject({
      page: '.stateroom/retros/2026-W44-2.md',
      edited: '.stateroom/retros/2026-W44.md',
    });
  });

  it('writes beside a plot that somebody made or edited', async () => {
    await repository.add('One');
    repository.now = Date.UTC(2026, 10, 9);
    const plot = '.stateroom/retros/2026-W45.queue.dark.svg';
    repository.write(plot, '<svg/>\n');
    const beside = { page: '.stateroom/retros/2026-W45-2.md', edited: plot };
    expect(await repository.ok(retroWrite, {})).toMatchObject(beside);
    expect(existsSync(join(repository.repository, '.stateroom/retros/2026-W45.md'))).toBe(false);
    expect(read('2026-W45-2.queue.dark.svg')).toMatch(/<\/svg>\n<!-- stateroom: sha256 [0-9a-f]{64} -->\n$/);
    repository.write(
      '.stateroom/retros/2026-W45-2.queue.dark.svg',
      read('2026-W45-2.queue.dark.svg').replace('Open', 'Ours'),
    );
    expect(await repository.ok(retroWrite, {})).toMatchObject({
      page: '.stateroom/retros/2026-W45-3.md',
      edited: plot,
    });
    expect(await repository.ok(retroWrite, {})).toMatchObject({
      page: '.stateroom/retros/2026-W45-3.md',
      edited: plot,
    });
    expect(read('2026-W45.queue.dark.svg')).toBe('<svg/>\n');
    expect(read('2026-W45-2.queue.dark.svg')).toContain('Ours');
  });

  it.each(['.stateroom', '.stateroom/retros'])('refuses a file in place of %s', async path => {
    await noteInWeek44();
    repository.write(path, 'A file\n');
    expect(await repository.refused(retroWrite, {})).toMatchObject({
      code: 'conflict',
      message: `File ${path} already exists.`,
    });
  });

  it('writes nothing of a week in which nothing happened', async () => {
    const { page, plots, retro } = await repository.ok(retroWrite, {});
    expect([page, plots, retro.events.total]).toEqual([null, [], 0]);
    expect(existsSync(join(repository.repository, '.stateroom'))).toBe(false);
  });

  it('tries a thousand names', async () => {
    await noteInWeek44();
    for (let number = 1; number <= 1000; number += 1) {
      repository.write(`.stateroom/retros/2026-W44${number === 1 ? '' : `-${number}`}.md`, 'Mine\n');
    }
    expect(await repository.refused(retroWrite, {})).toMatchObject({
      code: 'conflict',
      message: 'File .stateroom/retros/2026-W44-1000.md already exists.',
    });
  });

  it('writes nothing through a link that leads out of the worktree', async () => {
    await noteInWeek44();
    const outside = join(repository.directory, 'outside');
    mkdirSync(outside);
    mkdirSync(join(repository.repository, '.stateroom'), { recursive: true });
    symlinkSync(outside, join(repository.repository, '.stateroom/retros'));
    const { code, message } = await repository.refused(retroWrite, { period: 'weekly' });
    expect([code, message]).toEqual([
      'invalid_input',
      expect.stringMatching(/outside\/2026-W44\.md is not inside the worktree /),
    ]);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('begins weeks in the time zone of the repository, also where clocks change', async () => {
    repository.write('.stateroom/config.json', '{ "reports": { "timeZone": "Europe/Berlin" } }');
    const sunday = Date.UTC(2026, 9, 25, 22, 59);
    await append(...[sunday, sunday + 60_000].map(at => newEvent(person, at, 'note', null, {})));
    repository.now = Date.UTC(2026, 10, 9);
    const { retro } = await repository.ok(retroWrite, { week: '2026-W43' });
    expect(retro).toMatchObject({
      timeZone: 'Europe/Berlin',
      from: '2026-10-18T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
      events: { total: 1 },
    });
  });

  it('takes a range with its last day', async () => {
    await week();
    repository.now = Date.UTC(2026, 10, 20);
    const { retro, page } = await repository.ok(retroWrite, { from: '2026-11-03', to: '2026-11-04' });
    expect(page).toBe('.stateroom/retros/2026-11-03_2026-11-04.md');
    expect(retro).toMatchObject({ from: '2026-11-03T00:00:00.000Z', to: '2026-11-05T00:00:00.000Z' });
    expect(retro.items).toMatchObject({ created: 0, done: 1, reopened: 1, openAtStart: 2, openAtEnd: 2 });
    expect((await repository.ok(retroWrite, { from: '2026-11-20' })).retro.isOver).toBe(false);
  });

  it.each([
    [{ week: '2026-W54' }, '“2026-W54” is not a valid ISO week.'],
    [{ week: 'last' }, '“last” is not a valid ISO week.'],
    [{ week: '2026-W46' }, '2026-W46 begins on 2026-11-09, which is in the future.'],
    [{ from: '2026-11-03' }, '2026-11-03 is in the future.'],
    [{ to: '2026-11-01' }, 'The first day of the range is missing.'],
    [{ from: '2026-02-30' }, '“2026-02-30” is not a valid date.'],
    [{ from: '2026-10-09', to: '2026-10-08' }, 'The range ends on 2026-10-08, before it begins on 2026-10-09.'],
    [{ from: '2025-01-01', to: '2026-10-08' }, 'The range has 646 days; 366 are the maximum.'],
  ])('refuses %j', async (input, sentence) => {
    expect(await repository.refused(retroWrite, input)).toMatchObject({ code: 'invalid_input', message: sentence });
  });

  it('refuses a time zone that does not exist', async () => {
    repository.write('.stateroom/config.json', '{ "reports": { "timeZone": "Berlin" } }');
    expect((await repository.refused(retroWrite, {})).message).toContain('it is not a time zone');
  });
});

it('counts an event of another tracker in the week in which it happened, and not when it was imported', async () => {
  const at = new Date(repository.now - 14 * day).toISOString();
  await append(
    newEvent(person, repository.now, 'event_imported', null, { source: 'agent-state', id: 1, actor: 'luna', at }),
  );
  const of = async (time: number) => {
    const date = new Date(time).toISOString().slice(0, 10);
    const { events } = (await repository.ok(retroWrite, { from: date, to: date })).retro;
    return [events.total, events.actors];
  };
  expect(await of(repository.now - 14 * day)).toEqual([1, [{ actor: 'luna', count: 1 }]]);
  expect(await of(repository.now)).toEqual([0, []]);
});
