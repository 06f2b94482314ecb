import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueAdvance } from '../../src/operations/queue/queueAdvance.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { takeStopped } from '../editor/policyWatch.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { type ColorTheme, colorThemes, Workbench } from '../editor/workbench.js';
import { RepositoryActs } from '../support/repositoryActs.js';
import { isSaidOf } from '../support/saidTime.js';
import { ada, type BusyQueue, seedBusyQueue } from '../support/seedBusyQueue.js';
import { seedBusyReviews } from '../support/seedBusyReviews.js';
import { DashboardPage } from './dashboardPage.js';

const themes = Object.keys(colorThemes) as ColorTheme[];

describe('the dashboard of a busy repository', () => {
  let repository: ScratchRepository;
  let queue: BusyQueue;
  let opened: OpenWorkbench;
  let page: DashboardPage;
  let asAda: RepositoryActs;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('rocket');
    await seedBusyReviews(repository.path);
    queue = await seedBusyQueue(repository.path);
    asAda = new RepositoryActs(repository.path);
    opened = await openWorkbench({ repo: repository.path, viewport: { width: 1280, height: 900 } });
    page = new DashboardPage(opened.workbench);
    await page.open();
  });

  afterAll(async () => {
    await opened?.close();
    await asAda?.close();
    await repository?.remove();
  });

  it('shows the counts of the queue, and fourteen days', async () => {
    const counts = { needs_you: '3', ready: '6', in_flight: '3', blocked: '3', scheduled: '1', done: '43' };
    for (const [section, count] of Object.entries(counts)) expect(await page.count(section).innerText()).toBe(count);
    expect(await page.part('days').innerText()).toContain('Last 14 days: 58 created, 43 closed');
    expect(await page.part('days').locator('tbody tr').count()).toBe(14);
  });

  it('shows its work on the board', async () => {
    const card = async (ref: string): Promise<string> =>
      (await page.root().locator(`[data-card="${ref}"]`).innerText()).replace(/\s+/g, ' ');
    await page.root().getByRole('tab', { name: 'Board' }).click();
    const question = await card('W-47');
    expect(question).toContain('Choose the colour');
    expect(question).toContain('Blue or red? Red shows less dust.');
    expect(question).toMatch(/claude \(an agent\) waiting for you/);
    expect(question).toContain('blocks 2 others');
    // Findings of the repository are one card that stands at the worst of them.
    expect(await card('F-1')).toMatch(/It leaks.*2 open high findings, 2 open medium findings/);
    const [, left = ''] = /codex .*lease expires (in \d+ minutes?)/.exec(await card('W-50')) ?? [];
    const leaseUntil = queue.claimedAt + 15 * 60_000;
    expect(left).toSatisfy((words: string) => isSaidOf(leaseUntil, words, queue.seededAt, Date.now()));
    expect(await card('W-51')).toMatch(/Ada.*without a lease/);
    await page.root().locator('.fold button').click();
    expect(await card('W-56')).toMatch(/Drop the old parachute.*waits for W-55/);
    await page.showCharts();
  });

  it.each(themes)('is readable and accessible in %s', async theme => {
    await page.wear(theme);
    await page.screenshot(`dashboard-${theme}`);
    expect(await page.accessibilityProblems()).toEqual([]);
  });

  it('follows a change that another process makes, without being drawn anew', async () => {
    const frame = await page.frame();
    await frame.evaluate('window.sameAsBefore = true');
    await mustRunCli(repository.path, 'codex', ['queue', 'add', 'Polish the windows', '--priority', '0']);
    await expect.poll(() => page.count('ready').innerText()).toBe('7');
    expect(await frame.evaluate('window.sameAsBefore')).toBe(true);
  });

  it('keeps the keyboard where it was when the page changes below it', async () => {
    await page.root().getByRole('tab', { name: 'Board' }).click();
    const answer = page.root().locator('[data-focus="act stateroom.queue.advance W-48"]');
    await answer.focus();
    await asAda.act(ada, queueAdvance, { id: 'W-47', answer: 'Red' });
    await page.root().locator('[data-card="W-47"]').getByText('Blue or red?').waitFor({ state: 'detached' });
    const frame = await page.frame();
    expect(await frame.evaluate('document.activeElement.dataset.focus')).toBe('act stateroom.queue.advance W-48');
    await asAda.act(ada, queueAdvance, { id: 'W-48', answer: 'Ada' });
    await page.root().locator('[data-focus="act stateroom.queue.advance W-48"]').waitFor({ state: 'detached' });
    // The group of its button, or the heading of its column.
    expect(await frame.evaluate('document.activeElement !== document.body')).toBe(true);
    await page.showCharts();
  });

  it('is walked with the keyboard in reading order', async () => {
    const frame = await page.frame();
    await frame.evaluate('document.activeElement.blur()');
    await page.root().locator('h1').click();
    const walked = await page.walk(200);
    expect(walked.slice(0, 4)).toEqual(['Add Work Item', 'Claim Next', 'Start Control…', 'Charts']);
    expect(walked.slice(4, 10)).toEqual([
      expect.stringMatching(/^1 Needs you, \d+ asked or submitted in the last 7 days, \d+ in the 7 days before$/),
      expect.stringMatching(/^9 Ready, \d+ added in the last 7 days, \d+ in the 7 days before$/),
      expect.stringMatching(/^3 In progress, \d+ claimed in the last 7 days, \d+ in the 7 days before$/),
      '3 Blocked',
      '1 Scheduled',
      expect.stringMatching(/^43 Closed, \d+ closed in the last 7 days, \d+ in the 7 days before$/),
    ]);
    expect(walked).toContain('Show Numbers: Created and closed');
  });

  it('opens a work item with Enter, and shows the present again after it was hidden', async () => {
    await page.root().getByRole('tab', { name: 'Board' }).click();
    await page.root().locator('[data-focus="open W-52"]').focus();
    await opened.workbench.page.keyboard.press('Enter');
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'W-52' }).waitFor();
    await mustRunCli(repository.path, 'Ada', ['queue', 'add', 'Added while hidden', '--priority', '0']);
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'Stateroom Home' }).click();
    await page.root().getByText('Added while hidden').waitFor();
    // It is a page of its own: that of before was given up.
    expect(await (await page.frame()).evaluate('window.sameAsBefore')).toBeUndefined();
    await page.showCharts();
  });

  it('shows the numbers behind the chart, and still does after it was hidden', async () => {
    expect(
      await page
        .part('days')
        .locator('.numbers')
        .evaluate(element => element.clientWidth),
    ).toBe(1);
    await page.part('days').getByRole('button', { name: 'Show Numbers' }).click();
    await page.root().locator('.numbers:not(.unseen) td').first().waitFor();
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'W-52' }).click();
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'Stateroom Home' }).click();
    await page.root().locator('.numbers:not(.unseen) td').first().waitFor();
  });

  it('draws each chart and tells the same numbers in its table', async () => {
    const names = ['days', 'open-work', 'ages', 'finding-flow', 'open-findings', 'reviews', 'activity'];
    expect(await page.root().locator('.charts section.part').count()).toBe(names.length);
    for (const name of names) expect(await page.part(name).locator('stateroom-plot svg').count()).toBe(1);
    // As the seed wrote them, today last: its twelve, of which one failed, and the two that were added since.
    expect(await page.numbers('days')).toEqual([
      ...['3 1', '5 3', '2 4', '0 1', '1 0', '7 4', '4 6', '6 5', '3 3', '8 6', '2 3', '0 2', '5 4', '14 1'],
    ]);
    expect(await page.numbers('open-work')).toEqual([
      ...['2', '4', '2', '1', '2', '5', '3', '4', '4', '6', '5', '3', '4', '17'],
    ]);
    // Today's, and four of yesterday.
    expect(await page.numbers('ages')).toEqual(['13', '4', '0', '0', '0']);
    // Two were recorded before these days, one came back.
    expect(await page.part('finding-flow').locator('.quiet').first().innerText()).toBe(
      'Last 14 days: 7 opened, 4 closed. Not affected by the Kind filter.',
    );
    expect(await page.numbers('finding-flow')).toEqual([
      ...['0 0', '0 0', '0 0', '3 0', '0 0', '0 2', '0 0', '0 0', '2 1', '1 0', '0 1', '1 0', '0 0', '0 0'],
    ]);
    expect(await page.part('open-findings').locator('.quiet').first().innerText()).toBe(
      '5 open findings, 2 of them high. Not affected by the Who, Lane and Kind filters.',
    );
    expect(await page.part('open-findings').locator('thead th').allInnerTexts()).toEqual([
      ...['Age', 'High', 'Medium', 'Low'],
    ]);
    expect(await page.numbers('open-findings')).toEqual(['0 0 0', '0 1 0', '0 0 1', '1 1 0', '1 0 0']);
    expect(await page.part('reviews').locator('.quiet').first().innerText()).toBe(
      'Last 14 days: 4 lane reviews completed. Not affected by the Kind filter.',
    );
    const none = '– – 0';
    expect(await page.numbers('reviews')).toEqual([
      ...[none, none, none, none, '20 20 1', none, none, '45 120 2', none, none, none, none, '1,080 1,080 1', none],
    ]);
    // Ada is a person, also where the command line acted under her name without a terminal.
    const agents = ['Hour', 'claude', 'copilot', 'codex', 'gemini'];
    expect(await page.part('activity').locator('thead th').allInnerTexts()).toEqual(agents);
    const byHour = (await page.numbers('activity')).map(row => row.split(' ').map(Number));
    // The others' hours are those of the day on which this runs.
    expect(byHour.map(([, copilot]) => copilot)).toEqual([
      ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]);
    expect(agents.slice(1).map((_, column) => byHour.reduce((sum, row) => sum + (row[column] ?? 0), 0))).toEqual([
      ...[45, 10, 4, 2],
    ]);
    expect(await page.part('activity').locator('.quiet').first().innerText()).toBe(
      'Last 14 days. Events: 61; agents: 4.',
    );
    for (const name of ['days', 'finding-flow', 'reviews']) {
      await page.part(name).scrollIntoViewIfNeeded();
      await page.screenshot(`dashboard-charts-${name}`);
    }
  });

  it('narrows the charts, and still does after it was hidden', async () => {
    await page.root().locator('[data-focus="filter actor"]').selectOption({ label: 'claude' });
    await page.part('days').getByText('Last 14 days: 0 created, 42 closed').waitFor();
    await page.root().locator('[data-focus="filter days"]').selectOption({ label: 'Last 7 days' });
    await page.part('days').getByText('Last 7 days: 0 created, 23 closed').waitFor();
    expect(await page.part('days').locator('tbody tr').count()).toBe(7);
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'W-52' }).click();
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'Stateroom Home' }).click();
    await page.part('days').getByText('Last 7 days: 0 created, 23 closed').waitFor();
    await page.root().locator('[data-focus="filter clear"]').click();
    await page.part('days').getByText('Last 14 days: 60 created, 43 closed').waitFor();
  });

  // Rows by their place from above: 13 days ago is row 0.
  it.each([
    ['days', 'created 0', '3', 'Created on', ['Earlier work 3', 'Earlier work 2', 'Earlier work 1']],
    ['days', 'resolved 1', '3', 'Closed on', ['W-4', 'W-3', 'W-2']],
    ['ages', 'open 1', '4', 'Open work items by age', ['W-43', 'W-44', 'W-45', 'W-46']],
    ['finding-flow', 'opened 3', '3', 'Findings opened on', ['F-5', 'F-4', 'F-3']],
    ['finding-flow', 'closed 5', '2', 'Findings closed on', ['F-4', 'F-3']],
    ['open-findings', 'high 3', '1', 'Open findings by age', ['It melts']],
    ['reviews', 'ended 7', '2', 'Reviews completed on', ['L-1 approved · 120 min · Ada', 'L-2 · 45 min · Ada']],
    ['activity', 'agent-1 10', '2', 'copilot at 10:00', ['worker submitted', 'worker submitted']],
  ])('opens from %s the list behind the number %s', async (part, number, count, title, listed) => {
    const { page: window } = opened.workbench;
    await window.locator('.part.editor .tab', { hasText: 'Stateroom Home' }).click();
    await page.waitUntilDrawn();
    const shown = page.part(part).locator('.numbers:not(.unseen)');
    if ((await shown.count()) === 0) await page.part(part).locator(`[data-focus="numbers ${part}"]`).click();
    const button = page.part(part).locator(`[data-focus="number ${part} ${number}"]`);
    expect(await button.innerText()).toBe(count);
    await button.click();
    const { quickInput } = opened.workbench;
    await quickInput.waitFor(title);
    await expect.poll(() => quickInput.rows().count()).toBe(listed.length);
    const read = (await quickInput.rows().allInnerTexts()).map(words => words.replaceAll('\u00a0', ' '));
    expect(read.map((words, index) => (words.includes(listed[index] ?? '?') ? listed[index] : words))).toEqual(listed);
    await window.keyboard.press('Escape');
    await quickInput.waitUntilClosed();
  });

  it('opens what is chosen from the list behind a number', async () => {
    const { page: window, quickInput } = opened.workbench;
    await page.part('days').locator('[data-focus="number days created 0"]').click();
    await quickInput.waitFor('Created on');
    await quickInput.waitForRow('Earlier work 3');
    await window.keyboard.press('Enter');
    await window.locator('.part.editor .tab.active', { hasText: 'Earlier work 3' }).waitFor();
    await window.locator('.part.editor .tab', { hasText: 'Stateroom Home' }).click();
    await page.waitUntilDrawn();
  });

  /** Saves a chart by its button and the editor's own dialog. */
  async function save(chart: string, format: 'csv' | 'svg' | 'png'): Promise<Buffer> {
    const file = join(repository.path, `${chart}.${format}`);
    await page.part(chart).locator(`[data-focus="save ${chart} ${format}"]`).click();
    await opened.workbench.quickInput.waitFor();
    await opened.workbench.quickInput.typePath(file);
    const read = (): Promise<Buffer> => readFile(file).catch(() => Buffer.alloc(0));
    await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBeGreaterThan(0);
    await opened.workbench.quickInput.waitUntilClosed();
    return read();
  }

  it('saves each chart’s numbers where the person says', async () => {
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'Stateroom Home' }).click();
    await page.waitUntilDrawn();
    const table = async (chart: string): Promise<string[]> => {
      const lines = (await save(chart, 'csv')).toString().split('\r\n');
      expect(lines.pop()).toBe('');
      // The days are those before the one on which this runs.
      return lines.map(line => line.replace(/^\d{4}-\d\d-\d\d,/, 'day,'));
    };
    const days = await table('days');
    expect(days.slice(0, 3)).toEqual(['Day,Created,Closed', 'day,3,1', 'day,5,3']);
    expect(days).toHaveLength(15);
    expect((await table('finding-flow')).filter(line => line !== 'day,0,0')).toEqual([
      ...['Day,Opened,Closed', 'day,3,0', 'day,0,2', 'day,2,1', 'day,1,0', 'day,0,1', 'day,1,0'],
    ]);
    expect(await table('open-findings')).toEqual([
      ...['Age,High,Medium,Low', 'under a day,0,0,0', '1 to 2 days,0,1,0', '3 to 6 days,0,0,1'],
      ...['7 to 29 days,1,1,0', '30 days or more,1,0,0'],
    ]);
    expect((await table('reviews')).filter(line => line !== 'day,,,0')).toEqual([
      ...['Day,Median (minutes),Longest (minutes),Reviews', 'day,20,20,1', 'day,45,120,2', 'day,1080,1080,1'],
    ]);
    const activity = await table('activity');
    expect(activity).toHaveLength(25);
    expect(activity[0]).toBe('Hour,claude,copilot,codex,gemini');
    expect(activity[10]).toMatch(/^09:00,\d+,6,\d+,\d+$/);
  });

  it.each([
    ['days', 'Created and closed', ['Created', 'Closed', 'Work items', 'Day']],
    ['finding-flow', 'Findings opened and closed', ['Opened', 'Closed']],
    ['activity', 'Agent activity by hour', ['claude', 'copilot', 'codex', 'gemini']],
  ])('saves %s as a drawing and as a picture', async (chart, title, legend) => {
    const drawing = (await save(chart, 'svg')).toString();
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="800" height="360"/);
    expect(drawing).toContain(`<title>${title}</title>`);
    for (const name of legend) expect(drawing).toContain(`>${name}</text>`);
    expect(drawing).not.toContain('var(--');
    const picture = await save(chart, 'png');
    expect([...picture.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect(picture.readUInt32BE(16)).toBeGreaterThan(200);
    expect(picture.subarray(-12).toString('latin1')).toContain('IEND');
  });

  it('prints dark on white, without what only a screen can do', async () => {
    const { page: window } = opened.workbench;
    const frame = await page.frame();
    const looks = () =>
      frame.evaluate(() => {
        const of = (choice: string) => getComputedStyle(document.querySelector(choice) ?? document.body);
        const { backgroundColor, color } = of('body');
        return [backgroundColor, color, of('.toolbar').display, of('.chart-acts').display, of('.part').breakInside];
      });
    await window.emulateMedia({ media: 'print' });
    expect(await looks()).toEqual(['rgb(255, 255, 255)', 'rgb(34, 34, 34)', 'none', 'none', 'avoid']);
    await page.screenshot('dashboard-print');
    await window.emulateMedia({ media: 'screen' });
    expect((await looks()).slice(2)).toEqual(['flex', 'flex', 'auto']);
  });

  it('shows the same in a window of its own, and misses nothing on the way', async () => {
    const { workbench } = opened;
    const another = workbench.page.context().waitForEvent('page');
    await workbench.runCommand('View: Move Editor into New Window');
    await mustRunCli(repository.path, 'Ada', ['queue', 'add', 'Added on the way', '--priority', '0']);
    const window = await another;
    const moved = new DashboardPage(new Workbench(window, workbench.editor));
    await moved.count('ready').getByText('11').waitFor();
    // As the page was left: its numbers are on the screen.
    await moved.part('days').locator('.numbers:not(.unseen) td').first().waitFor();
    await window.close();
    await page.open();
    await page.count('ready').getByText('11').waitFor();
  });

  it('runs the palette’s commands for its buttons', async () => {
    const { quickInput } = opened.workbench;
    await page.root().locator('[data-focus="add"]').click();
    await quickInput.waitFor();
    expect(await quickInput.title()).toContain('Add Work Item');
    await quickInput.cancel();
    await page.root().locator('[data-focus="section ready"]').click();
    // The keyboard goes to the row last of all; what follows here must not come before.
    await opened.workbench.tree('Queue').pane().locator('.monaco-list-row.focused').waitFor();
  });

  it('fits into 300 pixels', async () => {
    await opened.workbench.runCommand('View: Close Primary Side Bar');
    await page.fit(300, 900);
    expect(await page.overhang()).toBe(0);
    await page.screenshot('dashboard-narrow');
    expect(await page.accessibilityProblems()).toEqual([]);
    // As a window of 1280 pixels is at 200 %.
    await opened.workbench.page.setViewportSize({ width: 640, height: 450 });
    await (await page.frame()).waitForFunction('innerWidth > 500');
    expect(await page.overhang()).toBe(0);
    await page.screenshot('dashboard-zoomed');
    await opened.workbench.page.setViewportSize({ width: 1280, height: 900 });
  });

  it('comes back with the window, narrowed as it was left', async () => {
    const filter = (name: string) => page.root().locator(`[data-focus="filter ${name}"]`);
    const chosen = async (): Promise<(string | undefined)[]> => {
      const of = (name: string) =>
        filter(name).evaluate(select => (select as HTMLSelectElement).selectedOptions[0]?.label.trim());
      return [await of('days'), await of('kind'), await of('actor'), await of('lane')];
    };
    const findings = page.part('finding-flow');
    await filter('days').selectOption({ label: 'Last 30 days' });
    await filter('kind').selectOption({ label: 'general' });
    await filter('actor').selectOption({ label: 'copilot' });
    await filter('lane').selectOption({ label: 'paint' });
    await findings.getByText('Last 30 days: 4 opened, 0 closed').waitFor();
    const narrowed = await Promise.all(['days', 'finding-flow', 'reviews', 'activity'].map(part => page.numbers(part)));
    await opened.workbench.reload();
    await page.waitUntilDrawn();
    expect(await chosen()).toEqual(['Last 30 days', 'general', 'copilot', 'paint']);
    await findings.getByText('Last 30 days: 4 opened, 0 closed').waitFor();
    const rows = await page.numbers('finding-flow');
    expect(rows).toHaveLength(30);
    // 20, 10 and 2 days ago; what was found in no lane or in the other one does not count.
    expect(rows.flatMap((row, index) => (row === '0 0' ? [] : [`${29 - index}: ${row}`]))).toEqual([
      ...['20: 1 0', '10: 2 0', '2: 1 0'],
    ]);
    expect(new Set(await page.numbers('reviews'))).toEqual(new Set(['– – 0']));
    await page.part('days').getByText('Last 30 days: 0 created, 0 closed').waitFor();
    expect(await Promise.all(['days', 'finding-flow', 'reviews', 'activity'].map(part => page.numbers(part)))).toEqual(
      narrowed,
    );
    await filter('clear').click();
    await page.part('days').getByText('Last 14 days: 61 created, 43 closed').waitFor();
    expect(await chosen()).toEqual(['Last 14 days', 'any', 'any', 'any']);
  });

  it('tells the host what its policy stops', async () => {
    const told = await page.messagesToHost();
    const frame = await page.frame();
    await frame.evaluate(`document.body.append(Object.assign(new Image(), { src: 'https://127.0.0.1:9/x.png' }))`);
    await expect.poll(told).toHaveLength(1);
    expect(await told()).toEqual([
      { kind: 'event', name: 'violation', data: { directive: 'img-src', blocked: 'https://127.0.0.1:9/x.png' } },
    ]);
    // Each other test of a dashboard would have failed by this.
    expect(await takeStopped(opened.workbench.page)).toEqual([expect.stringContaining('https://127.0.0.1:9/x.png')]);
  });
});
