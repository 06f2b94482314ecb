import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueAdvance } from '../../src/operations/queue/queueAdvance.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { type ColorTheme, colorThemes, Workbench } from '../editor/workbench.js';
import { RepositoryActs } from '../support/repositoryActs.js';
import { ada, seedBusyQueue } from '../support/seedBusyQueue.js';
import { DashboardPage } from './dashboardPage.js';

const themes = Object.keys(colorThemes) as ColorTheme[];

describe('the dashboard of a busy repository', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let page: DashboardPage;
  let asAda: RepositoryActs;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('rocket');
    await seedBusyQueue(repository.path);
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

  it('shows counts, questions, claims, what is next, fourteen days and the latest events', async () => {
    const counts = { needs_you: '2', ready: '6', in_flight: '3', blocked: '3', scheduled: '1', done: '43' };
    for (const [section, count] of Object.entries(counts)) expect(await page.count(section).innerText()).toBe(count);
    const questions = await page.part('needs-you').locator('.row.asks').allInnerTexts();
    expect(questions).toHaveLength(2);
    expect(questions[0]).toMatch(/W-47.*Choose the colour/s);
    expect(questions[0]).toContain('Blue or red?\nRed shows less dust.');
    // As long ago as the seed says, and what it took to come here.
    expect(questions[0]).toMatch(/claude asked 4[1-9] minutes ago/);
    expect(questions[0]).toContain('holds up 2 others');
    expect(questions[1]).toMatch(/W-48.*Sign the release notes/s);
    expect(await page.part('needs-you').locator('ul .row').innerText()).toMatch(
      /W-56.*Drop the old parachute.*W-55 failed/s,
    );
    const claims = await page.part('working').locator('.row').allInnerTexts();
    expect(claims).toHaveLength(3);
    expect(claims.join('\n')).toMatch(/W-50.*codex.*lease runs out in (1[0-3]|[5-9]) minutes/s);
    expect(claims.join('\n')).toMatch(/W-51.*Ada.*without a lease/s);
    expect(await page.part('up-next').locator('.row').first().innerText()).toMatch(/W-52.*priority 0.*due/s);
    expect(await page.part('days').innerText()).toContain('Last 14 days: 58 created, 43 resolved');
    expect(await page.part('days').locator('tbody tr').count()).toBe(14);
    expect(await page.part('timeline').locator('.row').first().innerText()).toContain('codex claimed W-50');
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
    await page.part('up-next').getByText('Polish the windows').waitFor();
    await page.part('timeline').getByText('Polish the windows').waitFor();
    expect(await page.count('ready').innerText()).toBe('7');
    expect(await frame.evaluate('window.sameAsBefore')).toBe(true);
  });

  it('keeps the keyboard where it was when the page changes below it', async () => {
    const answer = page.part('needs-you').locator('[data-focus="answer W-48"]');
    await answer.focus();
    await asAda.act(ada, queueAdvance, { id: 'W-47', answer: 'Red' });
    await page.part('needs-you').getByText('Choose the colour').waitFor({ state: 'detached' });
    const frame = await page.frame();
    expect(await frame.evaluate('document.activeElement.dataset.focus')).toBe('answer W-48');
    await asAda.act(ada, queueAdvance, { id: 'W-48', answer: 'Ada' });
    await page.part('needs-you').getByText('Sign the release').waitFor({ state: 'detached' });
    expect(await frame.evaluate('document.activeElement.id')).toBe('heading-needs-you');
  });

  it('is walked with the keyboard in reading order, and opens a work item with Enter', async () => {
    const frame = await page.frame();
    await frame.evaluate('document.activeElement.blur()');
    await page.root().locator('h1').click();
    const walked = await page.walk();
    expect(walked.slice(0, 2)).toEqual(['Add Work Item', 'Claim Next']);
    expect(walked.slice(2, 9)).toEqual([
      '9 Ready',
      '3 In flight',
      '3 Blocked',
      '1 Scheduled',
      '43 Done',
      'W-56',
      'Show W-56 in the Queue view',
    ]);
    expect(walked).toContain('Show numbers: Created and resolved');
    expect(walked.indexOf('Show numbers: Created and resolved')).toBeGreaterThan(walked.indexOf('W-52'));
    await page.part('up-next').locator('[data-focus="open W-52"]').focus();
    await opened.workbench.page.keyboard.press('Enter');
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'W-52' }).waitFor();
  });

  it('shows the present again after it was hidden', async () => {
    await mustRunCli(repository.path, 'Ada', ['queue', 'add', 'Added while hidden', '--priority', '0']);
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'Dashboard' }).click();
    await page.part('timeline').getByText('Added while hidden').waitFor();
  });

  it('shows the numbers behind the chart, and still does after it was hidden', async () => {
    expect(
      await page
        .part('days')
        .locator('.numbers')
        .evaluate(element => element.clientWidth),
    ).toBe(1);
    await page.part('days').getByRole('button', { name: 'Show numbers' }).click();
    await page.root().locator('.numbers:not(.unseen) td').first().waitFor();
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'W-52' }).click();
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'Dashboard' }).click();
    await page.root().locator('.numbers:not(.unseen) td').first().waitFor();
  });

  it('draws each chart and tells the same numbers in its table', async () => {
    const names = ['days', 'ages', 'finding-flow', 'open-findings', 'reviews', 'activity'];
    expect(await page.root().locator('.charts section.part').count()).toBe(names.length);
    // As the seed wrote them on the first two days.
    const rows = await page.part('days').locator('tbody tr').allInnerTexts();
    expect(rows.slice(0, 2).map(row => row.match(/\d+/g)?.slice(-3))).toEqual([
      ['3', '1', '2'],
      ['5', '3', '4'],
    ]);
    // Today's twelve but the one that failed, the two that were added since, and four of yesterday.
    expect(await page.part('ages').locator('tbody td').allInnerTexts()).toEqual(['13', '4', '0', '0', '0']);
    // What the command line did under a person's name without a terminal counts as an agent's.
    const agents = ['Hour', 'claude', 'codex', 'gemini', 'Ada'];
    expect(await page.part('activity').locator('thead th').allInnerTexts()).toEqual(agents);
    expect(await page.part('days').locator('stateroom-plot canvas').count()).toBe(1);
    await page.part('days').scrollIntoViewIfNeeded();
    await page.screenshot('dashboard-charts');
    expect(await page.part('reviews').locator('.none').innerText()).toBe('Nothing in these days.');
  });

  it('narrows the charts, and still does after a reload', async () => {
    await page.root().locator('[data-focus="filter actor"]').selectOption({ label: 'claude' });
    await page.part('days').getByText('Last 14 days: 0 created, 42 resolved').waitFor();
    await page.root().locator('[data-focus="filter days"]').selectOption({ label: 'Last 7 days' });
    await page.part('days').getByText('Last 7 days: 0 created, 23 resolved').waitFor();
    expect(await page.part('days').locator('tbody tr').count()).toBe(7);
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'W-52' }).click();
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'Dashboard' }).click();
    await page.part('days').getByText('Last 7 days: 0 created, 23 resolved').waitFor();
    await page.root().locator('[data-focus="filter clear"]').click();
    await page.part('days').getByText('Last 14 days: 60 created, 43 resolved').waitFor();
  });

  it('opens the list behind a number', async () => {
    const { page: window } = opened.workbench;
    await page.part('days').locator('[data-focus="number days resolved 1"]').click();
    await window.locator('.part.editor .tab', { hasText: 'Resolved on' }).waitFor();
    const lines = window.locator('.part.editor .view-line', { hasText: 'work_item_resolved' });
    await expect.poll(() => lines.count()).toBe(3);
    await window.locator('.part.editor .tab', { hasText: 'Dashboard' }).click();
    await page.waitUntilDrawn();
  });

  it('saves a chart’s numbers where the person says', async () => {
    const { quickInput } = opened.workbench;
    await page.part('days').locator('[data-focus="save days csv"]').click();
    await quickInput.waitFor();
    const file = join(repository.path, 'days.csv');
    await opened.workbench.page.locator('.quick-input-widget input').fill(file);
    await opened.workbench.page.keyboard.press('Enter');
    await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 20_000 }).toMatch(/\r\n.*\r\n$/s);
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    expect(lines[0]).toBe('Day,Created,Resolved,Open at the end');
    expect(lines).toHaveLength(16);
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d,3,1,2$/);
    expect(lines[2]).toMatch(/^\d{4}-\d\d-\d\d,5,3,4$/);
  });

  it('saves a chart as a drawing and as a picture', async () => {
    const save = async (format: 'svg' | 'png'): Promise<Buffer> => {
      const file = join(repository.path, `days.${format}`);
      await page.part('days').locator(`[data-focus="save days ${format}"]`).click();
      await opened.workbench.quickInput.waitFor();
      await opened.workbench.page.locator('.quick-input-widget input').fill(file);
      await opened.workbench.page.keyboard.press('Enter');
      const read = (): Promise<Buffer> => readFile(file).catch(() => Buffer.alloc(0));
      await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBeGreaterThan(0);
      return read();
    };
    const drawing = (await save('svg')).toString();
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="800" height="360"/);
    expect(drawing).toContain('<title>Created and resolved</title>');
    expect(drawing).not.toContain('var(--');
    const picture = await save('png');
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
    await moved.part('timeline').getByText('Added on the way').waitFor();
    // As the page was left: its numbers are on the screen.
    await moved.part('days').locator('.numbers:not(.unseen) td').first().waitFor();
    await window.close();
    await page.open();
    await page.part('timeline').getByText('Added on the way').waitFor();
  });

  it('runs the palette’s commands for its buttons', async () => {
    const { quickInput } = opened.workbench;
    await page.root().locator('[data-focus="add"]').click();
    await quickInput.waitFor();
    expect(await quickInput.title()).toContain('Add Work Item');
    await quickInput.cancel();
    await page.part('up-next').locator('[data-focus="reveal W-52"]').click();
    // The keyboard goes to the row last of all; what follows here must not come before.
    await opened.workbench.tree('Queue').row('W-52').and(opened.workbench.page.locator('.focused')).waitFor();
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

  it('comes back with the window', async () => {
    await opened.workbench.reload();
    await page.waitUntilDrawn();
    await page.part('timeline').getByText('Added while hidden').waitFor();
  });

  it('never asked for what its policy forbids, and tells the host when something does', async () => {
    expect(page.violations).toEqual([]);
    const told = await page.messagesToHost();
    const frame = await page.frame();
    await frame.evaluate(`document.body.append(Object.assign(new Image(), { src: 'https://127.0.0.1:9/x.png' }))`);
    await expect.poll(told).toHaveLength(1);
    expect(await told()).toEqual([
      { kind: 'event', name: 'violation', data: { directive: 'img-src', blocked: 'https://127.0.0.1:9/x.png' } },
    ]);
    expect(page.violations).toHaveLength(1);
  });
});
