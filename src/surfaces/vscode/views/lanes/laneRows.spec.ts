import { describe, expect, it } from 'vitest';
import { type LaneTraits, lane } from '../../../../../test/support/lane.js';
import type { ChangedFile } from '../../../../domain/lane/changedFile.js';
import { distanceText, type LaneSurroundings, laneViewRow } from '../../../../present/laneViewRow.js';
import { english } from '../../../../reports/translate.js';
import { RowNodes } from '../rowNodes.js';
import { type LanesData, type LanesRow, laneRows } from './laneRows.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const secondsAgo = (seconds: number): string => new Date(now - seconds * 1000).toISOString();

/** The rows of the view, kept from one showing to the next. */
class Shown {
  readonly nodes = new RowNodes<LanesRow>();
  private known: LanesData = {
    open: [],
    ended: [],
    distances: new Map(),
    warnings: new Map(),
    failing: new Map(),
    changes: new Map(),
    viewed: new Set(),
  };

  /** Shows also this; gives the ids of what must be drawn anew. */
  show(news: Partial<LanesData>): 'all' | string[] {
    this.known = { ...this.known, ...news };
    const redrawing = this.nodes.show(laneRows(this.known));
    return redrawing === 'all' ? 'all' : redrawing.map(({ id }) => id);
  }

  below(id: string): string[] {
    return this.nodes.find(id)?.children.map(({ row }) => `${row.label} | ${row.description}`) ?? [];
  }

  get drawn(): unknown[] {
    return this.nodes.roots.map(({ id, row }) => {
      if (row.type === 'lane') return `${row.label} | ${row.description}`;
      return [`${row.label} ${row.description}`, this.below(id)];
    });
  }
}

describe('the row of a lane', () => {
  const heartbeat = (liveness: 'ok' | 'WAITING' | 'WARN' | 'STALE' | 'DEAD', seconds: number): LaneTraits => ({
    worker: { liveness, lastBeatAt: secondsAgo(seconds) },
  });

  it.each<[LaneTraits, string, string]>([
    [{ worker: { state: 'ASSIGNED' } }, 'circle-large-outline', 'assigned'],
    [{}, 'play-circle', 'working · no heartbeat yet'],
    [heartbeat('ok', 12), 'pulse', 'working · alive'],
    [heartbeat('WAITING', 7300), 'comment-unresolved', 'asks you'],
    [{ worker: { liveness: 'WAITING' } }, 'comment-unresolved', 'asks you'],
    [heartbeat('WARN', 61), 'pulse', 'working · heartbeat late'],
    [heartbeat('STALE', 130), 'watch', 'working · stale'],
    [heartbeat('DEAD', 7300), 'stop-circle', 'working · dead'],
    [{ worker: { state: 'CONFLICTED' } }, 'request-changes', 'conflicted'],
    [{ status: 'review', worker: { state: 'IN_REVIEW', liveness: 'DEAD' } }, 'git-pull-request', 'in review'],
    [{ status: 'review', worker: { state: 'APPROVED' } }, 'pass', 'approved'],
    [{ worker: { state: 'FAILED' } }, 'error', 'failed'],
    [{ worker: { state: 'FAILED', cancelled: true } }, 'circle-slash', 'cancelled'],
    [{ status: 'planned', after: ['login', 'cart'], worker: null }, 'clock', 'waiting for login, cart'],
    [{ status: 'active', worker: null }, 'clock', 'active'],
  ])('%j', (traits, icon, words) => {
    const row = laneViewRow(lane(3, { lane: 'search', ...traits }), {}, english);
    expect([row.icon, row.label, row.description]).toEqual([icon, 'search', `${words} · L-3`]);
    expect(row.spoken).toBe(`search, ${words.replaceAll(' · ', ', ')}, L-3`);
  });

  it.each([
    [null, 'w3-keep-a-waiting-list-for-vessels'],
    ['Keep a waiting list for vessels\nand tell them', 'Keep a waiting list for vessels'],
    ['  \n', 'w3-keep-a-waiting-list-for-vessels'],
  ])('calls it by its title, else by its name, and cuts neither: %j', (description, label) => {
    const row = laneViewRow(lane(3, { lane: 'w3-keep-a-waiting-list-for-vessels', description }), {}, english);
    expect(row.label).toBe(label);
  });

  it('says that its worktree is missing, and leaves how far it is to the tooltip', () => {
    const words = (isThere: boolean, isAway: boolean) =>
      laneViewRow(lane(1, {}), { distance: { ahead: 3, behind: 2, isThere, isAway } }, english).description;
    expect([words(true, false), words(false, false), words(false, true)]).toEqual([
      'working · no heartbeat yet · L-1',
      'working · no heartbeat yet · worktree is missing · L-1',
      'working · no heartbeat yet · worktree is not visible from here · L-1',
    ]);
  });

  it.each([
    [{ ahead: 3, behind: 2, isThere: true, isAway: false }, '3 ahead, 2 behind'],
    [{ ahead: 1, behind: 0, isThere: true, isAway: false }, '1 ahead'],
    [{ ahead: 0, behind: 4, isThere: true, isAway: false }, '4 behind'],
    [{ ahead: 0, behind: 0, isThere: true, isAway: false }, 'no commits'],
    [{ ahead: null, behind: null, isThere: false, isAway: false }, undefined],
  ])('tells how far it is: %j', (distance, words) => {
    expect(distanceText(distance, english)).toBe(words);
  });

  it('says that a review was begun and not finished', () => {
    const words = (pending: number) => laneViewRow(lane(1, {}), { pending }, english).description;
    expect(words(0)).toBe('working · no heartbeat yet · L-1');
    expect(words(1)).toBe('working · no heartbeat yet · your review: 1 comment not sent · L-1');
    expect(words(2)).toBe('working · no heartbeat yet · your review: 2 comments not sent · L-1');
  });

  it('says first since when it asks, with what it would conflict, and how much of it is new since the review', () => {
    const words = (traits: LaneTraits, around: LaneSurroundings) =>
      laneViewRow(lane(1, traits), around, english).description;
    const asked = { at: now - 250_000, now };
    expect(words(heartbeat('WAITING', 12), { asked })).toBe('asks you · 4 min · L-1');
    expect(words(heartbeat('WAITING', 12), {})).toBe('asks you · L-1');
    expect(words({}, { conflict: { lane: 'cart', path: 'src/search.go' } })).toBe(
      'conflict: cart, search.go · working · no heartbeat yet · L-1',
    );
    const distance = { ahead: 1, behind: 0, isThere: true, isAway: false, changedSinceReview: true };
    const submitted = { status: 'review', worker: { state: 'IN_REVIEW' } } as const;
    expect(words(submitted, { distance })).toBe('review again · L-1');
    expect(words(submitted, { distance, again: { files: 2, of: 9 } })).toBe('review again: 2 of 9 files · L-1');
  });

  it('is wrong as soon as a minute more has passed since it asked', () => {
    const asked = { at: now - 250_000, now };
    expect(laneViewRow(lane(1, heartbeat('WAITING', 12)), { asked }, english).changesAt).toBe(now + 50_000);
  });

  it('is wrong as soon as the worker counts as more silent', () => {
    const changesAt = (livenessChangesAt: string | null) =>
      laneViewRow(lane(1, { worker: { liveness: 'ok', lastBeatAt: secondsAgo(12), livenessChangesAt } }), {}, english)
        .changesAt;
    expect(changesAt('2026-11-21T12:00:18.000Z')).toBe(Date.UTC(2026, 10, 21, 12, 0, 18));
    expect(changesAt(null)).toBeUndefined();
  });

  it('tells of lanes that change the same lines, by icon, color and word', () => {
    const looks = (traits: LaneTraits, ...overlapsWith: string[]) => {
      const { icon, color, description } = laneViewRow(lane(1, traits), { overlapsWith }, english);
      return [icon, color, description];
    };
    const alive = heartbeat('ok', 12);
    expect(looks(alive, 'cart')).toEqual([
      'warning',
      'list.warningForeground',
      'working · alive · overlaps with cart · L-1',
    ]);
    expect(looks(alive, 'cart', 'search')[2]).toBe('working · alive · overlaps with 2 lanes · L-1');
    // A dead worker and a question matter more, and a lane that is over meets none.
    expect(looks(heartbeat('WAITING', 7300), 'cart').slice(0, 2)).toEqual(['comment-unresolved', 'charts.yellow']);
    expect(looks(heartbeat('DEAD', 7300), 'cart').slice(0, 2)).toEqual(['stop-circle', 'list.errorForeground']);
    expect(looks({ status: 'merged' }, 'cart')).toEqual(['git-merge', 'charts.purple', 'merged · L-1']);
  });

  it('tells of commands that fail, before it tells of overlaps', () => {
    const looks = (traits: LaneTraits, ...failing: string[]) => {
      const { icon, description } = laneViewRow(lane(1, traits), { failing, overlapsWith: ['cart'] }, english);
      return [icon, description];
    };
    expect(looks({}, 'npm test')).toEqual([
      'beaker-stop',
      'working · no heartbeat yet · npm test fails · overlaps with cart · L-1',
    ]);
    expect(looks({}, 'npm test', 'npm run lint')[1]).toContain(' · 2 commands fail · ');
    expect(looks({ status: 'merged' }, 'npm test')).toEqual(['git-merge', 'merged · L-1']);
  });

  it('tells menus what may be done', () => {
    const context = (traits: LaneTraits, isThere = true) =>
      laneViewRow(lane(1, traits), { distance: { ahead: 0, behind: 0, isThere, isAway: false } }, english).contextValue;
    expect(context({})).toBe('lane status:active state:WORKING');
    // What is well, or waits for the person, is neither taken from its worker nor begun again.
    for (const liveness of ['ok', 'WAITING', 'WARN'] as const)
      expect(context(heartbeat(liveness, 7300))).toBe('lane status:active state:WORKING');
    expect(context(heartbeat('STALE', 7300))).toBe('lane status:active state:WORKING stale');
    expect(context({ status: 'closed', closeReason: 'cancelled', worker: { state: 'FAILED', cancelled: true } })).toBe(
      'lane status:closed state:FAILED cancelled',
    );
    expect(context({ adopted: true, worker: null }, false)).toBe('lane status:active adopted missing');
  });
});

describe('the rows of lanes', () => {
  const open = [
    lane(1, { lane: 'login', workItem: 'W-7', description: 'Limit the rate of logins' }),
    lane(2, { lane: 'cart', status: 'review', worker: { state: 'IN_REVIEW' } }),
    lane(3, { lane: 'search', worker: { state: 'WORKING', liveness: 'DEAD', lastBeatAt: secondsAgo(7300) } }),
  ];
  const ended = [
    lane(5, { lane: 'old', status: 'merged', worker: { state: 'COMPLETED' } }),
    lane(4, { lane: 'gone', status: 'closed', closeReason: 'cancelled', worker: { state: 'FAILED', cancelled: true } }),
  ];

  const read = (files: readonly ChangedFile[]): LanesData['changes'] =>
    new Map([['id-1', { state: 'read', from: 'abc', files }]]);

  const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
    path,
    kind: 'edit',
    group: 'code',
    blob: 'b1',
    ...more,
  });

  it('shows open lanes, then what is over', () => {
    const shown = new Shown();
    expect(shown.show({ open, ended })).toBe('all');
    expect(shown.drawn).toEqual([
      'Limit the rate of logins | working · no heartbeat yet · L-1',
      'cart | in review · L-2',
      'search | working · dead · L-3',
      ['Closed 2', ['old | merged · L-5', 'gone | cancelled · L-4']],
    ]);
  });

  it('draws anew what differs, and the same objects', () => {
    const shown = new Shown();
    shown.show({ open, ended });
    const [login] = shown.nodes.roots;
    expect(shown.show({})).toEqual([]);
    const moved = open.with(1, lane(2, { lane: 'cart', status: 'review', worker: { state: 'APPROVED' } }));
    expect(shown.show({ open: moved })).toEqual(['id-2']);
    expect(shown.nodes.roots[0]).toBe(login);
    const distances = new Map([['login', { ahead: 1, behind: 0, isThere: true, isAway: false }]]);
    expect(shown.show({ distances })).toEqual(['id-1']);
    expect(shown.show({ open: open.slice(0, 2) })).toBe('all');
  });

  it('shows below a lane what warns, what it is for and what it changes', () => {
    const shown = new Shown();
    shown.show({ open });
    expect(shown.below('id-1')).toEqual(['Work item W-7 | ']);
    const none = { meets: [], lines: [], shares: [], conflicts: [], owner: undefined };
    shown.show({
      warnings: new Map([
        [
          'login',
          [
            { ...none, path: 'src/login.ts', meets: ['cart'], lines: ['3-9', '12'], conflicts: ['cart'] },
            { ...none, path: 'docs/a.md', shares: ['search'], owner: null },
            { ...none, path: 'docs/b.md', shares: ['search', 'cart'], owner: 'search' },
          ],
        ],
      ]),
    });
    const changed = shown.show({
      changes: read([
        file('src/login.ts', { kind: 'add', blob: null }),
        file('src/new.ts', { kind: 'rename', oldPath: 'src/old.ts' }),
        file('src/gone.ts', { kind: 'delete', blob: null }),
        file('README.md', { group: 'other' }),
      ]),
    });
    expect(changed).toEqual(['id-1']);
    expect(shown.below('id-1')).toEqual([
      'src/login.ts | would conflict with L-2 cart · same lines as L-2 cart · lines 3-9, 12',
      'docs/a.md | outside its owned paths · also changed in L-3 search',
      'docs/b.md | owned by L-3 search · also changed in L-3 search, L-2 cart',
      'Work item W-7 | ',
      'Files | 0 of 3 viewed',
    ]);
    expect(shown.below('id-1/changed')).toEqual([
      'login.ts | new · uncommitted · src',
      'new.ts | renamed from src/old.ts · src',
      'gone.ts | deleted · src',
      'README.md | changed',
    ]);
    expect(shown.nodes.find('id-1')?.row.description).toBe(
      'conflict: L-2, login.ts · working · no heartbeat yet · L-1',
    );
  });

  it('says why there is nothing, and cuts what is too long', () => {
    const shown = new Shown();
    shown.show({ open: [lane(1, { lane: 'login' })] });
    shown.show({ changes: read([]) });
    expect(shown.below('id-1')).toEqual(['No changes compared with main | ']);
    shown.show({ changes: new Map([['id-1', { state: 'failed', reason: 'The worktree is not there.' }]]) });
    expect(shown.below('id-1')).toEqual(['The worktree is not there. | ']);
    shown.show({ changes: read(Array.from({ length: 357 }, (_, at) => file(`f${at}.ts`))) });
    expect(shown.below('id-1')).toEqual(['Files | 0 of 357 viewed']);
    expect(shown.below('id-1/changed')).toHaveLength(301);
    expect(shown.below('id-1/changed').at(-1)).toBe('57 more files | ');
  });

  it('has a box for each file that is in a commit, ticked for the content that was viewed', () => {
    const shown = new Shown();
    const box = (id: string) => shown.nodes.find(`id-1/${id}`)?.row.tick?.ticked;
    const files = [
      file('a.ts', { blob: 'a1' }),
      file('gone.ts', { kind: 'delete', blob: null }),
      file('new.ts', { kind: 'add', blob: null }),
    ];
    shown.show({ open: [lane(1)], changes: read(files), viewed: new Set(['id-1 a1 a.ts', 'id-2 deleted gone.ts']) });
    expect(['file.a.ts', 'file.gone.ts', 'file.new.ts'].map(box)).toEqual([true, false, undefined]);
    expect(shown.below('id-1')).toEqual(['Files | 1 of 2 viewed']);
    expect(shown.show({ viewed: new Set(['id-1 a1 a.ts', 'id-1 deleted gone.ts']) })).toEqual(['id-1/changed']);
    expect(shown.below('id-1')).toEqual(['Files | 2 of 2 viewed']);
    expect(shown.nodes.find('id-1/changed')?.row).toMatchObject({ icon: 'check-all', spoken: 'Files, 2 of 2 viewed' });
    shown.show({ changes: read([file('a.ts', { blob: 'a2' }), ...files.slice(1)]) });
    expect(['file.a.ts', 'file.gone.ts'].map(box)).toEqual([false, true]);
    expect(shown.nodes.find('id-1/changed')?.row.icon).toBe('files');
  });

  it('folds what a tool wrote under one row with a box for all of it', () => {
    const shown = new Shown();
    const files = [
      file('a.ts', { blob: 'a1' }),
      file('dist/a.js', { group: 'generated', blob: 'd1' }),
      file('package-lock.json', { group: 'generated', blob: 'p1' }),
    ];
    const viewed = new Set(['id-1 a1 a.ts', 'id-1 p1 package-lock.json']);
    shown.show({ open: [lane(1)], changes: read(files), viewed });
    expect(shown.below('id-1/changed')).toEqual(['a.ts | changed', 'Generated files | 1 of 2 viewed']);
    expect(shown.below('id-1/generated')).toEqual(['a.js | changed · dist', 'package-lock.json | changed']);
    const row = shown.nodes.find('id-1/generated')?.row;
    expect(row).toMatchObject({
      tick: { ticked: false, means: 'Viewed' },
      contextValue: 'lanePart generated viewable',
      inputs: { 'lane.toggleViewed': { lane: 'lane-1', paths: ['dist/a.js', 'package-lock.json'] } },
    });
    expect(row?.open).toBeUndefined();
    shown.show({ viewed: new Set([...viewed, 'id-1 d1 dist/a.js']) });
    expect(shown.nodes.find('id-1/generated')?.row.tick?.ticked).toBe(true);
  });

  it('counts no file that is in no commit', () => {
    const shown = new Shown();
    shown.show({ open: [lane(1)], changes: read([file('new.ts', { kind: 'add', blob: null })]) });
    expect(shown.below('id-1')).toEqual(['Files | uncommitted']);
  });

  it('tells why work was sent back or failed, and what a lane waits for', () => {
    const shown = new Shown();
    const reason = 'Name the limit';
    shown.show({
      open: [
        lane(1, { lane: 'login', worker: { reason } }),
        lane(2, { lane: 'cart', worker: { state: 'CONFLICTED', reason: 'Conflicts in a.ts' } }),
        lane(3, { lane: 'search', worker: { state: 'FAILED', reason: 'No network' } }),
        lane(4, {
          lane: 'page',
          status: 'planned',
          after: ['login'],
          description: 'The page\nTwo lines',
          worker: null,
        }),
      ],
    });
    expect(['id-1', 'id-2', 'id-3', 'id-4'].map(id => shown.below(id))).toEqual([
      ['Name the limit | changes requested'],
      ['Conflicts in a.ts | conflict'],
      ['No network | reason for failure'],
      ['After L-1 login | starts after the merge', 'The page Two lines | '],
    ]);
  });
});
