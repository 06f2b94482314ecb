import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { DashboardState } from '../../src/protocol/dashboardState.js';
import { card, dashboardState, dashboardWith, need } from '../support/dashboardState.js';
import { textsOfPage as texts } from '../support/dashboardTexts.js';
import { hostile } from '../support/hostileStrings.js';
import { pagesAlone } from './dashboardAlonePage.js';

const state = dashboardWith;

/** A state in which each of these texts is a title, a question, the name of a lane, an actor and a choice. */
function stateOf(all: readonly string[]): DashboardState {
  // A megabyte in one place of each list is enough.
  const short = all.map(text => text.slice(0, 2000));
  const working = all.map((text, index) =>
    card(`W-${index + 1}`, {
      ...{ title: text, owner: short[index] ?? '', word: short[index] ?? '', labels: [short[index] ?? ''] },
      lane: { ref: `L-${index + 1}`, name: short[index] ?? '' },
      needs: [need(`M-${index + 1}`, { kind: 'question', question: text, owner: short[index] ?? '' })],
      last: { words: short[index] ?? '', at: '2026-11-21T12:00:00.000Z' },
    }),
  );
  // Longer ones are not names.
  const names = all.map(text => text.slice(0, 200));
  const { board } = dashboardState();
  return dashboardState({
    repository: all[0] ?? '',
    counts: { needs_you: all.length, ready: 0, in_flight: all.length, blocked: 0, scheduled: 0, done: 0 },
    board: { ...board, working: { total: all.length, cards: working } },
    choices: { kinds: names, actors: names, lanes: names },
    activity: all.slice(0, 6).map(actor => ({ actor, hours: Array.from({ length: 24 }, () => 1), total: 24 })),
  });
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
    counted: false,
  });

  it('shows what came first, holds the charts’ room, and fills it without moving anything', async () => {
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: uncounted } });
    await count('1').waitFor();
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
    expect(await count('1').count()).toBe(1);
    await page.getByRole('button', { name: 'chart.countAgain' }).click();
    await expect.poll(requests).toEqual(['ready', 'charts', 'charts']);
    expect(await page.locator('.charts section[aria-busy="true"]').count()).toBe(7);
    await answer({ revision: 2, state: { ...uncounted, counted: true } });
    await expect.poll(() => page.locator('.charts section[aria-busy="false"]').count()).toBe(7);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('keeps its numbers where counting takes long, says so in sight of the choice, and asks for the same again', async () => {
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: { ...uncounted, counted: true } } });
    await page.locator('select[data-focus="filter days"]').selectOption({ index: 2 });
    await expect.poll(requests).toEqual(['ready', 'filter']);
    const late = page.locator('.late');
    expect(await late.count()).toBe(0);
    await page.clock.fastForward(10_000);
    await expect.poll(async () => (await late.innerText()).trim()).toBe('late late.askAgain');
    expect(await count('1').count()).toBe(1);
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
    // Both states have as many cards: what is hostile must bring no element with it.
    const elements: number[] = [];
    for (const [index, all] of [harmful.map((_, place) => `plain ${place}`), harmful].entries()) {
      const shown = stateOf(all);
      if (index === 0) await answer({ locale: 'en', texts, snapshot: { revision: 1, state: shown } });
      else await say({ kind: 'event', name: 'state', data: { revision: 2, state: shown } });
      await expect.poll(() => page.locator('[data-focus="filter actor"] option').nth(1).textContent()).toBe(all[0]);
      const chartElements = await page.locator('main *').count();
      await page.getByRole('tab', { name: 'tab.board' }).click();
      expect(await page.locator('.card .line:first-child .link').allTextContents()).toEqual(all);
      expect(await page.locator('.card blockquote').allTextContents()).toEqual(
        all.map(text => `need.question:  ${text}`),
      );
      expect(await page.locator('.card .meta > .mark:not(.kind)').allTextContents()).toEqual(
        all.map(text => text.slice(0, 2000)),
      );
      elements.push(chartElements + (await page.locator('main *').count()));
      await page.getByRole('tab', { name: 'tab.charts' }).click();
    }
    expect(elements[1]).toBe(elements[0]);
    expect((await sent()).filter(message => message.kind === 'event')).toEqual([]);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
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

  it('leads from its tiles to the queue, to Needs You and to the board', async () => {
    const counts = { needs_you: 21, ready: 9, in_flight: 4, blocked: 0, scheduled: 0, done: 0 };
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: dashboardState({ counts }) } });
    for (const section of ['ready', 'needs_you', 'in_flight'])
      await page.locator(`[data-focus="section ${section}"]`).click();
    await page.locator('.board').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-board');
    expect((await sent()).filter(({ method }) => method === 'act').map(({ params }) => params)).toEqual([
      { act: 'showSection', section: 'ready' },
      { act: 'showSection', section: 'needs_you' },
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
});
