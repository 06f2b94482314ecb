import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { DashboardState } from '../../src/protocol/dashboardState.js';
import { dashboardState, dashboardWith, needsRow, workRow } from '../support/dashboardState.js';
import { textsOfPage as texts } from '../support/dashboardTexts.js';
import { hostile } from '../support/hostileStrings.js';
import { pagesAlone } from './dashboardAlonePage.js';

const state = dashboardWith;

/** A state in which each of these texts is in a title, a question, a lane, an actor and a choice. */
function stateOf(all: readonly string[]): { state: DashboardState; titles: readonly string[] } {
  const since = '2026-11-21T12:00:00.000Z';
  // A megabyte in one place of each list is enough.
  const short = all.map(text => text.slice(0, 2000));
  const asking = all.map((text, index) =>
    needsRow(
      `M-${index + 1}`,
      {
        kind: 'question',
        question: text,
        owner: short[index] ?? '',
        since,
        acts: [{ id: `${index}`, label: 'Answer' }],
      },
      { title: text },
    ),
  );
  const working = short.map((text, index) => {
    const ref = `L-${index + 1}`;
    return workRow(ref, { title: text, word: text, owner: text, lane: { ref, name: text }, acts: [] });
  });
  const events = all.flatMap((text, index) => {
    const event = {
      id: 2 * (all.length - index),
      at: since,
      type: 'work_item_created',
      title: 'of the day',
      refs: [],
    };
    return [
      { ...event, workItem: `W-${event.id}`, actor: text, words: null },
      {
        ...event,
        workItem: `W-${event.id - 1}`,
        id: event.id - 1,
        type: 'task_finished',
        actor: null,
        words: short[index] ?? '',
      },
    ];
  });
  // Longer ones are not names.
  const names = all.map(text => text.slice(0, 200));
  const state = dashboardState({
    repository: all[0] ?? '',
    counts: { needs_you: all.length, ready: 0, in_flight: all.length, blocked: 0, scheduled: 0, done: 0 },
    work: { rows: [...asking, ...working], hidden: 0 },
    events,
    choices: { kinds: names, actors: names, lanes: names },
    activity: all.slice(0, 6).map(actor => ({ actor, hours: Array.from({ length: 24 }, () => 1), total: 24 })),
  });
  return { state, titles: all };
}

// The built page in a plain browser, with a host that does what the real one never should.
describe('the dashboard’s page with a bad host', () => {
  let page: Page;
  const { sent, requests, say, answer } = pagesAlone(opened => {
    page = opened;
  });
  const ready = (): Promise<void> => answer({ locale: 'en', texts, snapshot: { revision: 1, state: state(1) } });
  const count = (value: string) => page.locator('.tile.ready .value', { hasText: value });

  it('says that it reads, then that nobody answers, and asks again when told to', async () => {
    expect(await page.getByRole('status').textContent()).toContain('Loading the queue…');
    await page.clock.fastForward(30_000);
    expect(await page.getByRole('alert').textContent()).toContain('The editor is not responding.');
    await page.getByRole('button', { name: 'Try Again' }).click();
    expect(await requests()).toEqual(['ready', 'ready']);
    await ready();
    await count('1').waitFor();
  });

  const uncounted = dashboardState({
    counts: { needs_you: 0, ready: 1, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
    upNext: { total: 1, rows: [{ ref: 'W-1', title: 'Paint', priority: 2, due: null, leaseExpired: false }] },
    counted: false,
  });

  it('shows what came first, holds the charts’ room, and fills it without moving anything', async () => {
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: uncounted } });
    await page.locator('.up-next .row').waitFor();
    expect(await requests()).toEqual(['ready', 'charts']);
    const busy = page.locator('.charts section[aria-busy="true"]');
    const titles = ['days', 'openWork', 'ages', 'findingFlow', 'openFindings', 'reviews', 'activity'];
    expect(await busy.locator('h2').allInnerTexts()).toEqual(titles);
    // Whoever listens hears that it is counted, and no sentence of zeros.
    expect(await busy.first().ariaSnapshot()).toBe(
      ['- region "days":', '  - heading "days" [level=2]', '  - paragraph: chart.counting'].join('\n'),
    );
    const places = () =>
      page
        .locator('.charts section')
        .evaluateAll(all => all.map(one => [one.getBoundingClientRect().top, one.getBoundingClientRect().height]));
    const before = await places();
    const flow = Array.from({ length: 14 }, (_, day) => ({
      ...{ date: `2026-11-${String(day + 1).padStart(2, '0')}`, created: day, resolved: 1, open: day },
    }));
    const activity = [{ actor: 'codex', hours: Array.from({ length: 24 }, (_, hour) => hour), total: 276 }];
    // Four of them have nothing to draw.
    await answer({ revision: 2, state: { ...uncounted, counted: true, flow, activity } });
    await expect.poll(() => page.locator('stateroom-plot svg').count()).toBe(3);
    expect(await busy.count()).toBe(0);
    expect(await places()).toEqual(before);
  });

  it('keeps all else when nobody counts the charts, says so in their place, and asks again when told to', async () => {
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: uncounted } });
    await page.locator('.charts section[aria-busy="true"]').first().waitFor();
    await page.clock.fastForward(30_000);
    await page.locator('.charts-lost').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('chart.lost');
    expect(await page.locator('.up-next .row').count()).toBe(1);
    await page.getByRole('button', { name: 'chart.countAgain' }).click();
    await expect.poll(requests).toEqual(['ready', 'charts', 'charts']);
    expect(await page.locator('.charts section[aria-busy="true"]').count()).toBe(7);
    await answer({ revision: 2, state: { ...uncounted, counted: true } });
    await expect.poll(() => page.locator('.charts section[aria-busy="false"]').count()).toBe(7);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('keeps its rows where counting takes long, says so in sight of the choice, and asks for the same again', async () => {
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: { ...uncounted, counted: true } } });
    await page.locator('select[data-focus="filter days"]').selectOption({ index: 2 });
    await expect.poll(requests).toEqual(['ready', 'filter']);
    const late = page.locator('.late');
    expect(await late.count()).toBe(0);
    await page.clock.fastForward(10_000);
    await expect.poll(async () => (await late.innerText()).trim()).toBe('late late.askAgain');
    expect(await page.locator('.up-next .row').allInnerTexts()).toHaveLength(1);
    await page.setViewportSize({ width: 800, height: 400 });
    await page.locator('.charts').scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await late.evaluate(one => one.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    await page.getByRole('button', { name: 'late.askAgain' }).click();
    await expect.poll(requests).toEqual(['ready', 'filter', 'filter']);
    const asked = (await sent()).flatMap(({ method, params }) => (method === 'filter' ? [params] : []));
    expect(asked[1]).toEqual(asked[0]);
    await answer({ revision: 2, state: { ...uncounted, counted: true } });
    await late.waitFor({ state: 'detached' });
  });

  it('folds a long list of work, so that what follows stays in reach, and unfolds it where it was', async () => {
    const rows = Array.from({ length: 21 }, (_, index) => workRow(`L-${index + 1}`, { word: 'w' }));
    const words = { ...texts, 'fold.more': 'Show {0} more' };
    const shown = { ...uncounted, counted: true, work: { rows, hidden: 0 } };
    await answer({ locale: 'en', texts: words, snapshot: { revision: 1, state: shown } });
    const part = page.locator('section.part.working');
    await part.waitFor();
    expect(await part.locator('.row').count()).toBe(6);
    await part.getByRole('button', { name: 'Show 15 more', expanded: false }).press('Enter');
    expect(await part.locator('.row').count()).toBe(21);
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.focus)).toBe('fold working');
    await part.getByRole('button', { name: 'fold.fewer', expanded: true }).press('Enter');
    expect(await part.locator('.row').count()).toBe(6);
    // Two rows more are shorter than the button is worth.
    await say({
      ...{ kind: 'event', name: 'state' },
      data: { revision: 2, state: { ...shown, work: { rows: rows.slice(0, 8), hidden: 0 } } },
    });
    await expect.poll(() => part.locator('.row').count()).toBe(8);
    expect(await part.getByRole('button', { name: /more/ }).count()).toBe(0);
  });

  it('moves nothing for a person whom motion troubles', async () => {
    const running = () => page.evaluate(() => document.getAnimations().length);
    const notify = page.locator('vscode-progress-ring');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await notify.isVisible()).toBe(true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await notify.isVisible()).toBe(false);
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: uncounted } });
    await page.locator('.plot-room.waiting').first().waitFor();
    expect(await running()).toBe(0);
    const gliding = await page.evaluate(() => {
      const all = (root: Document | ShadowRoot): Element[] =>
        [...root.querySelectorAll('*')].flatMap(one => [one, ...(one.shadowRoot === null ? [] : all(one.shadowRoot))]);
      return all(document)
        .filter(one => getComputedStyle(one).transitionDuration !== '0s')
        .map(one => one.localName);
    });
    expect(gliding).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // One for each chart that is counted.
    expect(await running()).toBe(7);
  });

  it('outlives messages that make no sense, and tells the host', async () => {
    await ready();
    await count('1').waitFor();
    for (const junk of [null, 7, { kind: 'event', name: 'state', data: { revision: 2 } }, { kind: 'reply', id: 1 }])
      await say(junk);
    await say({ kind: 'event', name: 'state', data: { revision: 2, state: state(2) } });
    await count('2').waitFor();
    const events = (await sent()).filter(({ kind }) => kind === 'event');
    expect(events.length).toBeGreaterThan(0);
    expect(events.every(event => 'name' in event && event.name === 'failure')).toBe(true);
  });

  it('shows whatever stands in titles, questions and names as text', async () => {
    const harmful = [...hostile, '<b>[x](command:y)</b> '.repeat(50_000)];
    const words = { ...texts, 'event.work_item_created': '{0} added {1}' };
    // Both states have as many rows: what is hostile must bring no element with it.
    const elements: number[] = [];
    for (const [index, all] of [harmful.map((_, place) => `plain ${place}`), harmful].entries()) {
      const { state: shown, titles } = stateOf(all);
      if (index === 0) {
        await answer({ locale: 'en', texts: words, snapshot: { revision: 1, state: shown } });
        for (const list of ['needs-you', 'working']) await page.locator(`[data-focus="fold ${list}"]`).click();
      } else await say({ kind: 'event', name: 'state', data: { revision: 2, state: shown } });
      await expect
        .poll(() =>
          page
            .locator('.needs-you .title')
            .allTextContents()
            .then(found => found.join('') === titles.join('')),
        )
        .toBe(true);
      expect(await page.locator('.needs-you blockquote').allTextContents()).toEqual(titles);
      expect(await page.locator('.working .title').allTextContents()).toEqual(
        titles.map(title => title.slice(0, 2000)),
      );
      expect(await page.locator('.timeline strong').allTextContents()).toEqual(titles);
      expect(await page.locator('.timeline .row:nth-child(even) .what').allTextContents()).toEqual(
        titles.map(title => `${title.slice(0, 2000)} of the day`),
      );
      elements.push(await page.locator('main *').count());
    }
    expect(elements[1]).toBe(elements[0]);
    expect((await sent()).filter(message => message.kind === 'event')).toEqual([]);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('shows what waits in lanes, the life of workers and the gates of tasks, and asks for what is behind them', async () => {
    const at = await page.evaluate(() => Date.now());
    const since = new Date(at - 3 * 3_600_000).toISOString();
    const justNow = new Date(at - 20_000).toISOString();
    const lane = (number: number, name: string) => ({ lane: { ref: `L-${number}`, name }, word: 'working' });
    const acts = (...ids: readonly string[]) => ids.map(id => ({ id, label: id.replace(/ .*/, '') }));
    const rows = [
      needsRow(
        'W-1',
        {
          kind: 'dead',
          ref: 'L-1',
          question: 'Its program is gone.',
          blocks: 2,
          since,
          acts: acts('retry L-1', 'end L-1'),
        },
        { ...lane(1, 'login'), title: 'Limit logins', word: null, owner: 'codex' },
      ),
      needsRow('M-4', { kind: 'question', owner: 'codex', since, acts: acts('reply M-4') }, { owner: 'codex' }),
      needsRow('W-7', { since, acts: acts('reply W-7') }, { priority: 1 }),
      workRow('L-2', { ...lane(2, 'cart'), owner: null, since, acts: acts('look L-2') }),
      workRow('L-3', { ...lane(3, 'docs'), life: { level: 'WARN', lastAt: justNow } }),
      workRow('L-4', { ...lane(4, 'help'), life: { level: 'ok', lastAt: justNow } }),
      workRow('W-9', { since, leaseUntil: null }),
      workRow('W-10', { ...lane(5, 'wait'), group: 'waiting', word: 'planned', owner: null }),
    ];
    const gates = [
      { gate: 'review-ready' as const, ready: true, reasons: 0 },
      { gate: 'close-check' as const, ready: false, reasons: 3 },
    ];
    const tasks = [
      { ref: 'T-1', title: 'Rate limit', word: 'active', gates: { state: 'judged' as const, gates } },
      { ref: 'T-2', title: 'Receipts', word: 'in review', gates: { state: 'judging' as const } },
      { ref: 'T-3', title: 'Search', word: 'active', gates: { state: 'unknown' as const, reason: 'No git.' } },
    ];
    const shown = dashboardState({
      counts: { needs_you: 3, ready: 4, in_flight: 10, blocked: 0, scheduled: 0, done: 0 },
      work: { rows, hidden: 2 },
      tasks: { total: 11, rows: tasks },
      runs: { total: 1, rows: [{ ref: 'R-3', title: 'Why is it slow?', openHypotheses: 2 }] },
    });
    const words = {
      ...texts,
      'lanes.lastSign': 'last {0}',
      'gate.reasons': '{0} issues',
      more: 'and {0} more',
      'working.above': '{0} above',
      'needsYou.blocksMany': 'blocks {0}',
      'needsYou.asks': '{0} asked {1}',
      'needsYou.ofLane': 'lane {0}',
    };
    await answer({ locale: 'en', texts: words, snapshot: { revision: 1, state: shown } });
    const part = (name: string) => page.locator(`section.part.${name}`);
    const spoken = async (name: string) =>
      (await part(name).locator('.row').allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim());
    await part('working').waitFor();
    expect(await spoken('needs-you')).toEqual([
      'W-1 Limit logins codex (working.agent) lane login Its program is gone. need.dead 3 hours ago blocks 2 retry end',
      'M-4 About M-4 need.question codex asked 3 hours ago reply',
      'W-7 About W-7 needsYou.noQuestion need.workItem needsYou.asksUnnamed priority reply',
    ]);
    expect(await spoken('working')).toEqual([
      'L-2 About L-2 working.nobody working lane cart working.since look',
      // Words go by minutes, levels by seconds: they do not say the contrary of each other.
      'L-3 About L-3 ada (working.agent) working lane docs life.WARN last lanes.shortSilence',
      'L-4 About L-4 ada (working.agent) working lane help life.ok',
      'W-9 About W-9 ada (working.agent) working.noLease working.claimed',
      'W-10 About W-10 working.nobody planned lane wait',
    ]);
    // The number is that of the tile, whose button leads here; what of it needs a person is above.
    expect(await part('working').locator('.count').innerText()).toBe('10');
    expect(await part('work').innerText()).toContain('3 above');
    await page.locator('[data-focus="section in_flight"]').click();
    await page.locator('#heading-working:focus').waitFor();
    expect(await part('work').locator('[data-focus="more work"]').innerText()).toBe('and 2 more');
    expect(await spoken('tasks')).toEqual([
      'T-1 Rate limit active review-ready: gate.ready close-check: 3 issues',
      'T-2 Receipts in review gate.judging',
      'T-3 Search active gate.unknown',
    ]);
    expect(await part('tasks').innerText()).toContain('and 8 more');
    // What waits for a person in lanes counts too, and is in the Queue view together with the queue's.
    const value = page.locator('.tile.needs_you .value');
    expect(await value.innerText()).toBe('3');
    await value.click();
    for (const focus of [
      ...[
        'act retry L-1',
        'act end L-1',
        'act reply M-4',
        'open W-1',
        'open L-1',
        'reveal L-2',
        'open T-2',
        'open R-3',
      ],
      'gate T-1 close-check',
    ])
      await page.locator(`[data-focus="${focus}"]`).last().click();
    await expect.poll(async () => (await sent()).filter(({ method }) => method === 'act').length).toBe(10);
    expect((await sent()).filter(({ method }) => method === 'act').map(({ params }) => params)).toEqual([
      { act: 'showSection', section: 'needs_you' },
      { act: 'row', id: 'retry L-1' },
      { act: 'row', id: 'end L-1' },
      { act: 'row', id: 'reply M-4' },
      { act: 'open', ref: 'W-1' },
      { act: 'open', ref: 'L-1' },
      { act: 'revealLane', ref: 'L-2' },
      { act: 'open', ref: 'T-2' },
      { act: 'open', ref: 'R-3' },
      { act: 'showGate', ref: 'T-1', gate: 'close-check' },
    ]);
  });

  it('tells what happened to lanes and tasks in words that lead to them', async () => {
    const at = new Date(await page.evaluate(() => Date.now())).toISOString();
    const event = { id: 3, at, type: 'worker_merged', actor: 'Robin', workItem: null, title: null, refs: [] };
    const events = [
      { ...event, id: 4, words: 'Robin merged L-3 login', refs: ['L-3'] },
      { ...event, type: 'task_started', words: 'Robin started T-1: “Do as T-1000 says”', refs: ['T-1'] },
      { ...event, id: 2, type: 'finding_queued', words: 'Robin created W-9 from F-1', refs: ['W-9', 'F-1'] },
      { ...event, id: 1, type: 'their_own', words: null },
    ];
    await answer({
      locale: 'en',
      texts: { ...texts, 'event.other': '{0} recorded event {2} {1}' },
      snapshot: { revision: 1, state: { ...state(1), events } },
    });
    await expect
      .poll(() => page.locator('.timeline .what').allInnerTexts())
      .toEqual([
        'Robin merged L-3 login',
        'Robin started T-1: “Do as T-1000 says”',
        'Robin created W-9 from F-1',
        'Robin recorded event their_own',
      ]);
    expect(await page.locator('.timeline strong').allInnerTexts()).toEqual(['Robin', 'Robin', 'Robin', 'Robin']);
    // What someone wrote leads nowhere: no one knows whether there is such a task.
    expect(await page.locator('.timeline button').allInnerTexts()).toEqual(['L-3', 'T-1', 'W-9', 'F-1']);
    for (const focus of ['open L-3', 'open W-9', 'open F-1'])
      await page.locator(`.timeline [data-focus="${focus}"]`).click();
    await expect.poll(async () => (await sent()).filter(({ method }) => method === 'act').length).toBe(3);
    expect((await sent()).filter(({ method }) => method === 'act').map(({ params }) => params)).toEqual([
      { act: 'open', ref: 'L-3' },
      { act: 'open', ref: 'W-9' },
      { act: 'open', ref: 'F-1' },
    ]);
  });

  it('says the title of a work item once in events that follow each other', async () => {
    const at = new Date(await page.evaluate(() => Date.now())).toISOString();
    const event = {
      at,
      type: 'work_item_claimed',
      actor: 'codex',
      workItem: 'W-1',
      title: 'Paint',
      words: null,
      refs: [],
    };
    const events = [
      { ...event, id: 5 },
      { ...event, id: 4, type: 'work_item_created' },
      { ...event, id: 3, workItem: 'W-2', title: 'Dry', words: 'codex started T-1: “Dry”', refs: ['T-1'] },
      { ...event, id: 2, workItem: 'W-1' },
      { ...event, id: 1, workItem: 'W-2', title: 'Dry' },
    ];
    await answer({
      locale: 'en',
      texts: { ...texts, 'event.work_item_claimed': '{0} claimed {1}', 'event.work_item_created': '{0} added {1}' },
      snapshot: { revision: 1, state: { ...state(1), events } },
    });
    await expect
      .poll(() => page.locator('.timeline .what').allInnerTexts())
      .toEqual([
        'codex claimed W-1 Paint',
        'codex added W-1',
        'codex started T-1: “Dry”',
        'codex claimed W-1 Paint',
        'codex claimed W-2 Dry',
      ]);
  });

  it('says on its tiles how the week compares with the one before, in an arrow and in words', async () => {
    const weeks = {
      ...{ created: { last: 5, before: 2 }, claimed: { last: 3, before: 3 } },
      ...{ asked: { last: 1, before: 4 }, resolved: { last: 0, before: 0 } },
    };
    const counts = { needs_you: 0, ready: 2, in_flight: 4, blocked: 0, scheduled: 0, done: 9 };
    const words = { ...texts, 'trend.created': '{0} added', 'trend.weeks': '{0} this week, {1} before' };
    const shown = dashboardState({ counts, weeks });
    await answer({ locale: 'en', texts: words, snapshot: { revision: 1, state: { ...shown, counted: false } } });
    const tile = (name: string) => page.locator(`.tile.${name}`);
    const ready = page.getByRole('button', { name: /2 count.ready/ });
    await ready.waitFor();
    const heights = () => page.locator('.tile').evaluateAll(all => all.map(one => one.getBoundingClientRect().height));
    const before = await heights();
    expect(await ready.getAttribute('aria-label')).toBe('2 count.ready');
    await answer({ revision: 2, state: shown });
    await tile('ready').locator('.codicon-arrow-up').waitFor();
    expect(await heights()).toEqual(before);
    expect(await ready.getAttribute('aria-label')).toBe('2 count.ready, 5 added this week, 2 before');
    expect((await tile('ready').locator('.trend').innerText()).trim()).toBe('5 added');
    expect(await tile('in_flight').locator('.codicon-arrow-right').count()).toBe(1);
    expect(await tile('needs_you').locator('.codicon-arrow-down').count()).toBe(1);
    expect((await tile('needs_you').innerText()).replace(/\s+/g, ' ')).toContain(': trend.asked this week, 4 before');
    expect(await tile('done').locator('.trend .codicon').count()).toBe(0);
    // The tile as a whole is what is clicked.
    const [face, whole] = await Promise.all([ready.boundingBox(), tile('ready').boundingBox()]);
    expect(Math.abs((face?.width ?? 0) - (whole?.width ?? 0))).toBeLessThanOrEqual(2);
    expect(Math.abs((face?.height ?? 0) - (whole?.height ?? 0))).toBeLessThanOrEqual(2);
  });

  it('says the number under the pointer and under the keys, reads the latter out, and lists what it counts', async () => {
    const flow = [
      { date: '2026-11-20', created: 3, resolved: 1, open: 2 },
      { date: '2026-11-21', created: 0, resolved: 4, open: 1 },
    ];
    const words = { ...texts, 'chart.number': '{0}, {1}: {2}', 'chart.keys': '{0} by keys' };
    await answer({ locale: 'en', texts: words, snapshot: { revision: 1, state: { ...state(1), flow } } });
    const plot = page.getByRole('application', { name: 'days by keys' });
    const tip = plot.locator('.tip');
    const read = plot.getByRole('status');
    const { width = 0 } = (await plot.boundingBox()) ?? {};
    // The first bar of the first day, and the second one of the second.
    await plot.hover({ position: { x: 40 + (width - 52) * 0.15, y: 100 } });
    expect(await tip.innerText()).toBe('days.created, Nov 20: 3');
    await plot.hover({ position: { x: 40 + (width - 52) * 0.85, y: 100 } });
    expect(await tip.innerText()).toBe('days.resolved, Nov 21: 4');
    expect(await read.textContent()).toBe('');
    await page.locator('h1').hover();
    expect(await tip.isVisible()).toBe(false);
    await plot.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await read.textContent()).toBe('days.created, Nov 21: 0');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    expect([await tip.innerText(), await read.textContent()]).toEqual(Array(2).fill('days.resolved, Nov 20: 1'));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await tip.isVisible()).toBe(false);
    await plot.click({ position: { x: 40 + (width - 52) * 0.15, y: 100 } });
    await expect.poll(async () => (await sent()).filter(({ method }) => method === 'act').length).toBe(2);
    expect((await sent()).filter(({ method }) => method === 'act').map(({ params }) => params)).toEqual([
      { act: 'list', number: { of: 'resolved', date: '2026-11-20' } },
      { act: 'list', number: { of: 'created', date: '2026-11-20' } },
    ]);
    // Both axes say what they are.
    const axes = await plot.locator('svg text').allTextContents();
    expect(axes).toEqual(['unit.items', 'days.day', '0', '2', '4', 'Nov 20', 'Nov 21']);
  });

  it('leads from the number of a part, and from what a cut list leaves out, to the whole list', async () => {
    const ready = { ref: 'W-1', title: 'Paint', priority: 2, due: null, leaseExpired: false };
    const task = { ref: 'T-1', title: 'Rate limit', word: 'active', gates: { state: 'judging' as const } };
    const shown = dashboardState({
      counts: { needs_you: 21, ready: 9, in_flight: 4, blocked: 0, scheduled: 0, done: 0 },
      work: { rows: [needsRow('L-1', { kind: 'dead' })], hidden: 3 },
      upNext: { total: 9, rows: [ready] },
      tasks: { total: 11, rows: [task] },
    });
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: shown } });
    for (const part of ['needs-you', 'up-next', 'tasks'])
      for (const focus of [`list ${part}`, `more ${part}`]) await page.locator(`[data-focus="${focus}"]`).click();
    await page.locator('[data-focus="more work"]').click();
    await expect.poll(async () => (await sent()).filter(({ method }) => method === 'act').length).toBe(7);
    const section = { act: 'showSection', section: 'ready' };
    const needsYou = { act: 'showSection', section: 'needs_you' };
    expect((await sent()).filter(({ method }) => method === 'act').map(({ params }) => params)).toEqual([
      ...[needsYou, needsYou],
      ...[section, section, { act: 'showTasks' }, { act: 'showTasks' }],
      { act: 'showSection', section: 'in_flight' },
    ]);
  });

  it('says why an act did not work', async () => {
    await ready();
    await page.getByRole('button', { name: 'add' }).click();
    await expect.poll(requests).toEqual(['ready', 'act']);
    const id = (await sent()).at(-1)?.id;
    await say({ kind: 'error', id, error: { code: 'refused', message: 'That did not work.' } });
    expect(await page.getByRole('alert').textContent()).toContain('That did not work.');
  });

  it('counts times on while nothing else happens', async () => {
    const now = await page.evaluate(() => Date.now());
    const row = workRow('W-1', { since: new Date(now).toISOString() });
    await answer({
      locale: 'en',
      texts: { ...texts, 'working.claimed': 'claimed {0}' },
      snapshot: { revision: 1, state: { ...state(1), work: { rows: [row], hidden: 0 } } },
    });
    await page.getByText('claimed now').waitFor();
    await page.clock.runFor(3 * 60_000);
    await page.getByText('claimed 3 minutes ago').waitFor();
  });
});
