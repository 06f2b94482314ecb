import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { queueAdd } from '../../operations/queue/queueAdd.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';
import { queueResolve } from '../../operations/queue/queueResolve.js';
import { renewDashboardFile } from './dashboardFile.js';
import { DashboardKeeper } from './dashboardKeeper.js';

let repository: GitTestRepository;
let file: string;
beforeEach(() => {
  repository = new GitTestRepository();
  file = join(repository.repository, '.stateroom/dashboard.md');
});
afterEach(() => repository.close());

const renew = () => renewDashboardFile(repository.context());

describe('dashboard.md', () => {
  it('is not written unless the repository asks for it', async () => {
    await repository.add('One');
    expect(await renew()).toBeUndefined();
    repository.write('.stateroom/config.json', '{ "reports": { "dashboardFile": false } }');
    expect(await renew()).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  it('is written where a person asks for it, whatever the repository does', async () => {
    await repository.add('One');
    repository.write('.stateroom/config.json', '{ "reports": { "dashboardFile": false } }');
    expect(await renewDashboardFile(repository.context(), true)).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('Shows event 1.');
  });

  it('shows the state as of the last event, in the main worktree, ignored by git', async () => {
    repository.commit('Configure', { '.stateroom/config.json': '{ "reports": { "dashboardFile": true } }' });
    await repository.add('One', { kind: 'bug' });
    await repository.add('Two | three', { kind: 'docs', id: 'mail-9' });
    await repository.ok(queueClaim, { id: 'W-1' });
    repository.now += 60_000;
    await repository.ok(queueResolve, { id: 'W-1', status: 'done' });
    expect(await renew()).toBe(0);
    const seal = /<!-- stateroom: sha256 [0-9a-f]{64} -->\n$/;
    expect(readFileSync(file, 'utf8')).toMatch(seal);
    expect(readFileSync(file, 'utf8').replace(seal, '')).toBe(
      [
        '# Dashboard',
        '',
        '_Generated: 2026-11-02T10:01:00.000Z_',
        '',
        'Shows event 4.',
        '',
        '## Work items by kind',
        '',
        '| Kind | Pending | In flight | Waiting human | Done | Failed | Cancelled |',
        '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
        '| bug | 0 | 0 | 0 | 1 | 0 | 0 |',
        '| docs | 1 | 0 | 0 | 0 | 0 | 0 |',
        '',
        '## Open work items',
        '',
        '| ID | Own ID | Title | Kind | Status | Owner | Updated |',
        '| --- | --- | --- | --- | --- | --- | --- |',
        '| W-2 | mail-9 | Two \\| three | docs | pending | — | 2026-11-02T10:00:00.000Z |',
        '',
        '## Recent events (last 25)',
        '',
        '| Time | Type | Actor | Work item |',
        '| --- | --- | --- | --- |',
        '| 2026-11-02T10:01:00.000Z | work_item_resolved | codex | W-1 |',
        '| 2026-11-02T10:00:00.000Z | work_item_claimed | codex | W-1 |',
        '| 2026-11-02T10:00:00.000Z | work_item_created | codex | W-2 |',
        '| 2026-11-02T10:00:00.000Z | work_item_created | codex | W-1 |',
        '',
      ].join('\n'),
    );
    expect(repository.git('status', '--porcelain')).toBe('');
    const exclude = join(repository.repository, '.git/info/exclude');
    const lines = () =>
      readFileSync(exclude, 'utf8')
        .split('\n')
        .filter(line => line === '/.stateroom/dashboard.md');
    expect(lines()).toHaveLength(1);
    const before = readFileSync(file, 'utf8').split('\n');
    repository.now += 60 * 86_400_000;
    expect(await renew()).toBe(0);
    expect(lines()).toHaveLength(1);
    // The same state differs in the line that says when it was written, and in no other.
    const after = readFileSync(file, 'utf8').split('\n');
    expect(after.filter((line, index) => line !== before[index])).toEqual(['_Generated: 2027-01-01T10:01:00.000Z_']);
  });

  it('shows the end of a year of events by five actors with three models', async () => {
    repository.write('.stateroom/config.json', '{ "reports": { "dashboardFile": true } }');
    const by = (name: string, model: string): Actor => ({ role: 'agent', name, model });
    const actors = [by('ada', 'gpt-5'), by('ben', 'opus'), by('cem', 'pro'), by('dee', 'gpt-5'), by('eve', 'opus')];
    const [ada, ben, cem] = actors as [Actor, Actor, Actor];
    repository.now = Date.UTC(2026, 0, 5, 9);
    await repository.ok(queueAdd, { title: 'Slow', kind: 'bug' }, ada);
    await repository.ok(queueAdd, { title: 'Slower', kind: 'bug', priority: 0 }, ben);
    await repository.ok(queueAdd, { title: 'Words', kind: 'docs' }, cem);
    await repository.ok(queueAdd, { title: 'Pictures', kind: 'docs' }, cem);
    const size = process.env.STATEROOM_TESTS === 'all' ? 20_000 : 1000;
    const [begin, end] = [Date.UTC(2026, 0, 6), Date.UTC(2026, 11, 31)];
    const year = Array.from({ length: size - 29 }, (_, index) => {
      const at = begin + Math.floor((index * (end - begin)) / size);
      const type = ['note', 'finding_recorded', 'slice_closed', 'worker_merged'][index % 4] ?? 'note';
      return newEvent(actors[index % 5] ?? ada, at, type, null, {});
    });
    const last = Array.from({ length: 20 }, (_, index) =>
      newEvent(actors[index % 5] ?? ada, Date.UTC(2026, 11, 31, index), 'note', null, {}),
    );
    await repository.store.transaction(transaction => transaction.events.append([...year, ...last]));
    repository.now = Date.UTC(2026, 11, 31, 21);
    await repository.ok(queueClaim, { id: 'W-1' }, ada);
    await repository.ok(queueClaim, { id: 'W-2' }, ben);
    await repository.ok(queueClaim, { id: 'W-3' }, cem);
    repository.now = Date.UTC(2026, 11, 31, 22);
    await repository.ok(queueResolve, { id: 'W-1', status: 'done' }, ada);
    await repository.ok(queueResolve, { id: 'W-3', status: 'failed' }, cem);
    expect(await renew()).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(size === 1000 ? 'Shows event 1000.' : 'Shows event 20000.');
    expect(text.slice(text.indexOf('## Work items by kind'), text.indexOf('<!--'))).toBe(`## Work items by kind

| Kind | Pending | In flight | Waiting human | Done | Failed | Cancelled |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| bug | 0 | 1 | 0 | 1 | 0 | 0 |
| docs | 1 | 0 | 0 | 0 | 1 | 0 |

## Open work items

| ID | Own ID | Title | Kind | Status | Owner | Updated |
| --- | --- | --- | --- | --- | --- | --- |
| W-2 | — | Slower | bug | in_flight | ben | 2026-12-31T21:00:00.000Z |
| W-4 | — | Pictures | docs | pending | — | 2026-01-05T09:00:00.000Z |

## Recent events (last 25)

| Time | Type | Actor | Work item |
| --- | --- | --- | --- |
| 2026-12-31T22:00:00.000Z | work_item_resolved | cem | W-3 |
| 2026-12-31T22:00:00.000Z | work_item_resolved | ada | W-1 |
| 2026-12-31T21:00:00.000Z | work_item_claimed | cem | W-3 |
| 2026-12-31T21:00:00.000Z | work_item_claimed | ben | W-2 |
| 2026-12-31T21:00:00.000Z | work_item_claimed | ada | W-1 |
| 2026-12-31T19:00:00.000Z | note | eve | — |
| 2026-12-31T18:00:00.000Z | note | dee | — |
| 2026-12-31T17:00:00.000Z | note | cem | — |
| 2026-12-31T16:00:00.000Z | note | ben | — |
| 2026-12-31T15:00:00.000Z | note | ada | — |
| 2026-12-31T14:00:00.000Z | note | eve | — |
| 2026-12-31T13:00:00.000Z | note | dee | — |
| 2026-12-31T12:00:00.000Z | note | cem | — |
| 2026-12-31T11:00:00.000Z | note | ben | — |
| 2026-12-31T10:00:00.000Z | note | ada | — |
| 2026-12-31T09:00:00.000Z | note | eve | — |
| 2026-12-31T08:00:00.000Z | note | dee | — |
| 2026-12-31T07:00:00.000Z | note | cem | — |
| 2026-12-31T06:00:00.000Z | note | ben | — |
| 2026-12-31T05:00:00.000Z | note | ada | — |
| 2026-12-31T04:00:00.000Z | note | eve | — |
| 2026-12-31T03:00:00.000Z | note | dee | — |
| 2026-12-31T02:00:00.000Z | note | cem | — |
| 2026-12-31T01:00:00.000Z | note | ben | — |
| 2026-12-31T00:00:00.000Z | note | ada | — |
`);
  });

  it('is at least five seconds old before it is written again', async () => {
    repository.write('.stateroom/config.json', '{ "reports": { "dashboardFile": true } }');
    await renew();
    expect(readFileSync(file, 'utf8')).toContain('_No work items._');
    await repository.add('One');
    const writtenAt = Date.UTC(2026, 10, 2, 12);
    utimesSync(file, writtenAt / 1000, writtenAt / 1000);
    repository.now = writtenAt + 3000;
    expect(await renew()).toBe(2000);
    expect(readFileSync(file, 'utf8')).toContain('_No work items._');
    repository.now = writtenAt + 5000;
    expect(await renew()).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('| W-1 |');
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it('leaves a file of a person as it is', async () => {
    repository.write('.stateroom/config.json', '{ "reports": { "dashboardFile": true } }');
    for (const text of ['# Our board\n', '# Dashboard\n\nEdited\n']) {
      repository.write('.stateroom/dashboard.md', text);
      repository.now = Date.now() + 60_000;
      expect(await renew()).toBeUndefined();
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
    rmSync(file);
    expect(await renew()).toBe(0);
    writeFileSync(file, `Mine\n${readFileSync(file, 'utf8')}`);
    expect(await renew()).toBeUndefined();
    expect(readFileSync(file, 'utf8')).toMatch(/^Mine\n# Dashboard\n/);
  });

  it('adds one line to what git ignores here, and changes no other byte', async () => {
    repository.write('.stateroom/config.json', '{ "reports": { "dashboardFile": true } }');
    const exclude = join(repository.repository, '.git/info/exclude');
    const before = Buffer.from([0x2f, 0xe9, 0xff]);
    writeFileSync(exclude, before);
    expect(await renew()).toBe(0);
    expect(readFileSync(exclude)).toEqual(Buffer.concat([before, Buffer.from('\n/.stateroom/dashboard.md\n')]));
    // What cannot be read is no empty file.
    rmSync(file);
    rmSync(exclude);
    mkdirSync(exclude);
    expect(await renew()).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  it('is renewed at the end of the time, once for all changes until then', async () => {
    vi.useFakeTimers();
    try {
      const waits = [5000, 0, 0];
      const renewed = vi.fn(async () => waits.shift());
      const keeper = new DashboardKeeper(renewed);
      for (let change = 0; change < 3; change += 1) keeper.changed();
      await vi.advanceTimersByTimeAsync(4999);
      keeper.changed();
      expect(renewed).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(renewed).toHaveBeenCalledTimes(2);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(renewed).toHaveBeenCalledTimes(2);
      keeper.changed();
      keeper.stop();
      keeper.changed();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(renewed).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
    }
  });
});
