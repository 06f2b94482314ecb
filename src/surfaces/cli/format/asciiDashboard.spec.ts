import { afterEach, beforeEach, expect, it } from 'vitest';
import { laneRow } from '../../../../test/support/laneRow.js';
import { agent, person, TestRepository } from '../../../../test/support/testRepository.js';
import { newEvent } from '../../../domain/event/newEvent.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { findingWontfix } from '../../../operations/finding/findingWontfix.js';
import { queueAsk } from '../../../operations/queue/queueAsk.js';
import { queueClaim } from '../../../operations/queue/queueClaim.js';
import { snapshotShow } from '../../../operations/snapshot/snapshotShow.js';
import { asciiDashboard } from './asciiDashboard.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

async function lines(width?: number): Promise<string[]> {
  const snapshot = await repository.ok(snapshotShow, {}, person);
  return asciiDashboard(snapshot, { width, now: repository.now }).split('\n');
}

/** The titles of the sections: what is underlined. */
function titles(text: readonly string[]): string[] {
  return text.filter((line, index) => line !== '' && text[index + 1] === '-'.repeat(line.length));
}

const always = [
  ...['ALL TASKS (0)', 'ACTIVE TASK PLANS', 'RECENT DECISIONS'],
  ...['FINDING DEBT', 'EVAL SUMMARY', 'REJECTION RATE', 'TEST STATUS', 'RESOLVED FINDINGS', 'DEFERRED / WONTFIX'],
  ...['LANE HEALTH', 'WORKER STATUS'],
];

it('has every section but that of anomalies where no store is', async () => {
  const text = await lines();
  expect(text.slice(0, 5)).toEqual([
    '='.repeat(100),
    'STATEROOM  2026-11-02T10:00:00.000Z  event 0',
    'needs you 0  in progress 0',
    'ready 0  blocked 0  scheduled 0  done 0',
    '='.repeat(100),
  ]);
  expect(titles(text).filter(title => !/^(NEEDS|OPEN)/.test(title))).toEqual(always);
  expect(titles(text).slice(0, 2)).toEqual(['NEEDS ATTENTION (0)', 'ALL TASKS (0)']);
  expect((await repository.store.health()).state).toBe('absent');
});

it('is plain ASCII in the width of the terminal, with anomalies before the summary', async () => {
  await repository.add('Prüfe „alles“ – sofort 漢字');
  const { token } = (await repository.ok(queueClaim, { id: 'W-1' })).item;
  await repository.ok(queueAsk, { id: 'W-1', token, question: 'Größer → schneller?' });
  const remark = { path: 'src/größe.ts', repository: true } as const;
  await repository.ok(findingRecord, { ...remark, severity: 'high', text: 'Löscht\nDaten' });
  await repository.ok(findingRecord, { ...remark, severity: 'low', text: 'Ist langsam' });
  await repository.ok(findingWontfix, { ids: ['F-2'], note: 'Schnell genug' }, person);
  const refused = { about: 'L-1', operation: 'worker.merge', why: 'Not allowed for an agent.' };
  const failed = { tool: 'Bash', command: 'make', error: 'exit code 2', fingerprint: 'a1', count: 2 };
  await repository.store.transaction(async transaction => {
    await transaction.events.append([newEvent(agent, repository.now, 'tool_failed', null, failed)]);
    await transaction.events.append([newEvent(agent, repository.now, 'attempt_refused', null, refused)]);
    const id = repository.context().ids.ulid(repository.now);
    await transaction.lanes.create(laneRow({ id, number: 1, name: 'paint' }));
  });
  repository.now += 3 * 3_600_000;
  const text = await lines(60);
  expect(text.join('\n')).toMatch(/^[\n\u0020-\u007e]*$/);
  expect(Math.max(...text.map(line => line.length))).toBe(60);
  expect(text).toContain('W-1  codex  3 h  Prufe "alles" - sofort ??: Grosser -> schne');
  expect(text).toContain('needs you 2  in progress 1');
  expect(text).toContain('F-1  codex  3 h  Loscht Daten: 1 open high finding');
  expect(text).toContain('  F-1  high  open  src/grosse.ts  Loscht Daten');
  expect(text).toContain('high 1  medium 0  low 0  reopened 0  oldest 3 h');
  expect(text).toContain('F-2  low  wontfix  src/grosse.ts  Ist langsam');
  expect(text).toContain('1x  attempt_refused  worker.merge  Not allowed for an agent.');
  expect(text).toContain('2x  codex  3 h  make: exit code 2');
  expect(text).toContain('ok 0  WAITING 0  WARN 0  STALE 0  DEAD 0  none 1');
  expect(titles(text)).toEqual([
    ...['NEEDS ATTENTION (2)', 'ALL TASKS (0)', 'ACTIVE TASK PLANS', 'RECENT DECISIONS', 'OPEN FINDINGS (1)'],
    ...[
      'FINDING DEBT',
      'WORKFLOW INTEGRITY',
      'AGENT ERRORS',
      'EVAL SUMMARY',
      'REJECTION RATE',
      'TEST STATUS',
      'RESOLVED FINDINGS',
    ],
    ...['DEFERRED / WONTFIX', 'LANE HEALTH', 'WORKER STATUS'],
  ]);
});
