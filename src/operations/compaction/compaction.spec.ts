import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { invoke } from '../invoke.js';
import { settingsFromEnvironment } from '../settingsFromEnvironment.js';
import { compactionLatest } from './compactionLatest.js';
import { compactionPacket } from './compactionPacket.js';
import { compactionRecord } from './compactionRecord.js';
import { compactionSettings } from './compactionSettings.js';

let repo: GitTestRepository;
beforeEach(async () => {
  repo = new GitTestRepository();
  await repo.task('x-1', { focus: 'The loop', branch: 'main' });
});
afterEach(() => repo.close());

describe('a compaction', () => {
  it('is kept under a key of its task, the latest first', async () => {
    expect((await repo.ok(compactionLatest, {})).compaction).toBeNull();
    await repo.ok(compactionRecord, { summary: { done: ['One'] } });
    repo.now += 1;
    await repo.ok(compactionRecord, { summary: { next: ['Two'] }, turnRange: '1-40', tokensSaved: 9000 });
    expect((await repo.ok(compactionLatest, {})).compaction).toMatchObject({
      key: 'C-x-1-0002',
      task: 'T-1',
      turnRange: '1-40',
      tokensSaved: 9000,
      summary: { done: [], open: [], next: ['Two'], files: [] },
    });
  });

  it('gives a session that starts again seven lines, once', async () => {
    await repo.ok(compactionRecord, { summary: { done: ['One', 'Two'], files: ['src/a.ts'] } });
    const { packet, digest } = await repo.ok(compactionPacket, {});
    expect(packet).toBe(
      [
        'Task: T-1 (x-1), in_progress, branch main',
        'Objective: The objective of x-1',
        'Focus: The loop',
        'Done: One; Two',
        'Open: none',
        'Next: none',
        'Files: src/a.ts',
      ].join('\n'),
    );
    expect(await repo.ok(compactionPacket, { digest })).toEqual({ packet: '', digest, enabled: true });
  });

  it('never says more than 1,500 characters', async () => {
    const long = Array.from({ length: 20 }, () => 'x'.repeat(300));
    await repo.ok(compactionRecord, { summary: { done: long, open: long, next: long, files: long } });
    const { packet } = await repo.ok(compactionPacket, {});
    expect(packet.length).toBeLessThanOrEqual(1500);
    expect(packet.split('\n')).toHaveLength(7);
  });
});

describe('the switch', () => {
  it('is what the environment says, else the task, else the repository, else on', async () => {
    const thresholds = { tokens: 75_000, characters: 300_000 };
    expect(await repo.ok(compactionSettings, {})).toEqual({ enabled: true, source: 'default', thresholds });
    await repo.ok(compactionSettings, { disabled: true, repository: true });
    expect(await repo.ok(compactionSettings, {})).toEqual({ enabled: false, source: 'repository', thresholds });
    expect((await repo.ok(compactionPacket, {})).packet).toBe('');
    await repo.ok(compactionSettings, { enabled: true });
    expect(await repo.ok(compactionSettings, {})).toEqual({ enabled: true, source: 'task', thresholds });
    const before = await repo.dump();
    await repo.ok(compactionSettings, { enabled: true });
    expect(await repo.dump()).toBe(before);
    const context = repo.context();
    const off = { ...context, settings: { ...context.settings, compaction: false } };
    expect(await invoke(compactionSettings, off, {})).toEqual({ enabled: false, source: 'environment', thresholds });
  });

  it('tells the thresholds that the base branch has', async () => {
    repo.commit('Agree', { '.stateroom/config.json': '{"compaction":{"tokens":120000}}' });
    const thresholds = { tokens: 120_000, characters: 300_000 };
    expect(await repo.ok(compactionSettings, {})).toEqual({ enabled: true, source: 'default', thresholds });
    repo.commit('Break', { '.stateroom/config.json': '{"compaction":{"tokens":"many"}}' });
    expect((await repo.ok(compactionSettings, {})).thresholds).toEqual({ tokens: 75_000, characters: 300_000 });
  });

  it('is read from the environment', () => {
    expect(settingsFromEnvironment({ STATEROOM_COMPACTION: 'off' })).toMatchObject({ compaction: false });
    expect(settingsFromEnvironment({})).not.toHaveProperty('compaction');
    expect(isRefusal(settingsFromEnvironment({ STATEROOM_COMPACTION: 'maybe' }))).toBe(true);
  });
});
