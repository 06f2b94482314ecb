import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRoom } from '../../../test/support/gitRoom.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { invoke } from '../invoke.js';
import { settingsFromEnvironment } from '../settingsFromEnvironment.js';
import { compactionLatest } from './compactionLatest.js';
import { compactionPacket } from './compactionPacket.js';
import { compactionRecord } from './compactionRecord.js';
import { compactionSettings } from './compactionSettings.js';

let room: GitRoom;
beforeEach(async () => {
  room = new GitRoom();
  await room.task('x-1', { focus: 'The loop', branch: 'main' });
});
afterEach(() => room.close());

describe('a compaction', () => {
  it('is kept under a key of its task, the latest first', async () => {
    expect((await room.ok(compactionLatest, {})).compaction).toBeNull();
    await room.ok(compactionRecord, { summary: { done: ['One'] } });
    room.now += 1;
    await room.ok(compactionRecord, { summary: { next: ['Two'] }, turnRange: '1-40', tokensSaved: 9000 });
    expect((await room.ok(compactionLatest, {})).compaction).toMatchObject({
      key: 'C-x-1-0002',
      task: 'T-1',
      turnRange: '1-40',
      tokensSaved: 9000,
      summary: { done: [], open: [], next: ['Two'], files: [] },
    });
  });

  it('gives a session that starts again seven lines, once', async () => {
    await room.ok(compactionRecord, { summary: { done: ['One', 'Two'], files: ['src/a.ts'] } });
    const { packet, digest } = await room.ok(compactionPacket, {});
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
    expect(await room.ok(compactionPacket, { digest })).toEqual({ packet: '', digest, enabled: true });
  });

  it('never says more than 1,500 characters', async () => {
    const long = Array.from({ length: 20 }, () => 'x'.repeat(300));
    await room.ok(compactionRecord, { summary: { done: long, open: long, next: long, files: long } });
    const { packet } = await room.ok(compactionPacket, {});
    expect(packet.length).toBeLessThanOrEqual(1500);
    expect(packet.split('\n')).toHaveLength(7);
  });
});

describe('the switch', () => {
  it('is what the environment says, else the task, else the repository, else on', async () => {
    const thresholds = { tokens: 75_000, characters: 300_000 };
    expect(await room.ok(compactionSettings, {})).toEqual({ enabled: true, source: 'default', thresholds });
    await room.ok(compactionSettings, { disabled: true, repository: true });
    expect(await room.ok(compactionSettings, {})).toEqual({ enabled: false, source: 'repository', thresholds });
    expect((await room.ok(compactionPacket, {})).packet).toBe('');
    await room.ok(compactionSettings, { enabled: true });
    expect(await room.ok(compactionSettings, {})).toEqual({ enabled: true, source: 'task', thresholds });
    const before = await room.dump();
    await room.ok(compactionSettings, { enabled: true });
    expect(await room.dump()).toBe(before);
    const context = room.context();
    const off = { ...context, settings: { ...context.settings, compaction: false } };
    expect(await invoke(compactionSettings, off, {})).toEqual({ enabled: false, source: 'environment', thresholds });
  });

  it('tells the thresholds that the base branch has', async () => {
    room.commit('Agree', { '.stateroom/config.json': '{"compaction":{"tokens":120000}}' });
    const thresholds = { tokens: 120_000, characters: 300_000 };
    expect(await room.ok(compactionSettings, {})).toEqual({ enabled: true, source: 'default', thresholds });
    room.commit('Break', { '.stateroom/config.json': '{"compaction":{"tokens":"many"}}' });
    expect((await room.ok(compactionSettings, {})).thresholds).toEqual({ tokens: 75_000, characters: 300_000 });
  });

  it('is read from the environment', () => {
    expect(settingsFromEnvironment({ STATEROOM_COMPACTION: 'off' })).toMatchObject({ compaction: false });
    expect(settingsFromEnvironment({})).not.toHaveProperty('compaction');
    expect(isRefusal(settingsFromEnvironment({ STATEROOM_COMPACTION: 'maybe' }))).toBe(true);
  });
});
