import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { TreeView } from '../editor/treeView.js';
import type { Workbench } from '../editor/workbench.js';
import { DashboardPage } from './dashboardPage.js';

describe('an editor whose display language is German', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  let queue: TreeView;

  beforeAll(async () => {
    repository = await makeScratchRepository();
    await mustRunCli(repository.path, 'codex-1', ['queue', 'add', 'Limit the rate of logins']);
    opened = await openWorkbench({ repo: repository.path, locale: 'de', viewport: { width: 1280, height: 1600 } });
    workbench = opened.workbench;
    queue = workbench.tree('Warteschlange');
    await workbench.openContainer('Stateroom');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });
  keepPictureOfFailures(() => opened);

  it('names the views and their sections in German', async () => {
    await queue.waitForRow('W-1 Limit the rate of logins');
    await queue.waitForRow('Bereit');
    for (const view of ['Jetzt', 'Warteschlange', 'Lanes', 'Befunde'])
      await workbench.page.locator(`.part.sidebar .pane-header[aria-label^="${view}"]`).waitFor();
  });

  it('asks in German', async () => {
    await workbench.runCommand('Stateroom Warteschlange: Arbeitspaket hinzufügen …');
    await workbench.quickInput.waitFor('Was ist zu tun?');
    await workbench.quickInput.answer('Anmeldung prüfen');
    await queue.waitForRow('W-2 Anmeldung prüfen');
  });

  it('gives the page its texts in German', async () => {
    new DashboardPage(workbench);
    await workbench.runCommand('Stateroom: Home öffnen');
    const page = workbench.webview();
    await page.getByRole('heading', { name: 'Bereit' }).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('eeds you');
    await workbench.screenshot('board-german');
    await page.getByRole('tab', { name: 'Diagramme' }).click();
    await page.getByRole('heading', { name: 'Offene Befunde' }).waitFor();
    expect((await page.locator('h2').allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim())).toEqual([
      ...['Diagramme', 'Hinzugefügt und geschlossen', 'Offene Arbeitspakete', 'Alter der offenen Arbeit'],
      'Befunde geöffnet und geschlossen',
      ...['Offene Befunde', 'Zeit im Review', 'Aktivität der Agenten nach Stunde'],
    ]);
    await workbench.screenshot('dashboard-german');
  });

  it('opens the list behind a number of the page in German', async () => {
    const part = workbench.webview().locator('section.part.ages');
    await part.getByRole('button', { name: 'Zahlen zeigen: Alter der offenen Arbeit' }).click();
    await part.getByRole('button', { name: 'Arbeitspakete, unter einem Tag: 2' }).click();
    await workbench.quickInput.waitFor('Offene Arbeitspakete nach Alter');
    await workbench.quickInput.waitForRow(/W-2.*Anmeldung prüfen|Anmeldung prüfen.*W-2/s);
    await workbench.quickInput.cancel();
  });

  it('says in German why a value does not fit', async () => {
    await workbench.runCommand('Stateroom Warteschlange: Arbeitspaket hinzufügen …');
    await workbench.quickInput.waitFor('Was ist zu tun?');
    await workbench.quickInput.input().fill('x'.repeat(501));
    await workbench.quickInput.box().getByText('Es ist länger als 500 Zeichen.').waitFor();
    await workbench.quickInput.cancel();
  });

  describe('with a task that is begun, and work that somebody has', () => {
    beforeAll(async () => {
      await mustRunCli(repository.path, 'claude', ['task', 'start', 'Limit logins', '--here', '--ref', 'limit-2']);
      for (const item of ['W-1', 'W-2']) await mustRunCli(repository.path, 'codex-1', ['queue', 'claim', item]);
    });

    it('says in German what a gate asks for', async () => {
      const now = workbench.tree('Jetzt');
      // Five views leave each of them a few rows at the height of this window.
      for (const view of ['Warteschlange', 'Wartet auf Sie', 'Lanes']) await workbench.fold(view);
      await now.waitForRow('close-check');
      const reasons = [
        'Kein bestandener Nachweis für diesen Stand.',
        'feature/limit-2 hat keine Commits, die main nicht hat.',
        'Es ist kein Pflichtbefehl eingetragen, daher zählt jeder bestandene Befehl als Nachweis.',
      ];
      await expect.poll(async () => (await now.labels()).slice(-3)).toEqual(reasons);
    });

    it('says in German why a task is not finished', async () => {
      await workbench.runCommand('Stateroom Aufgabe: Beenden');
      await workbench.notification('T-1 (limit-2)').waitFor();
      expect(await workbench.notifications()).toEqual([
        'T-1 (limit-2) ist nicht beendet: Kein bestandener Nachweis für diesen Stand. Einen bestandenen Lauf der Tests auf diesem Stand erfassen.',
      ]);
      await workbench.screenshot('refusal-german');
    });

    it('says in German that nothing is ready', async () => {
      await workbench.clearNotifications();
      await workbench.runCommand('Stateroom Warteschlange: Nächstes übernehmen');
      await workbench.notification('Kein Arbeitspaket').waitFor();
      const [told = ''] = await workbench.notifications();
      // Two that somebody has, and that of the task.
      expect(told).toMatch(
        /^Kein Arbeitspaket ist bereit: 3 in Arbeit, 0 blockiert, 0 geplant, 0 warten auf einen Menschen\. Um \d\d\.\d\d\.\d{4}, \d\d:\d\d kann ein Arbeitspaket bereit werden\.$/,
      );
    });
  });
});
