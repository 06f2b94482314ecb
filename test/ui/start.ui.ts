import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../build/launchBrowser.mjs';
import { place } from '../../build/place.mjs';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';

/** Notes from the first moment on what the pane of a view says in place of rows, or above them. */
async function noteWords(page: Page, view: string): Promise<() => Promise<string[]>> {
  await page.addInitScript(name => {
    const said: string[] = [];
    Object.assign(window, { said });
    const look = (): void => {
      for (const pane of document.querySelectorAll('.part.sidebar .pane')) {
        if (!pane.querySelector('.pane-header')?.getAttribute('aria-label')?.startsWith(name)) continue;
        for (const part of pane.querySelectorAll<HTMLElement>('.welcome-view-content, .message')) {
          const words = part.checkVisibility() ? part.innerText.trim() : '';
          if (words !== '' && said.at(-1) !== words) said.push(words);
        }
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  }, view);
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

describe('npm start on a repository', () => {
  let repository: ScratchRepository;
  let browser: Browser;
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    repository = await makeScratchRepository();
    browser = await launchBrowser();
  });

  // After each try: an editor that continues keeps the whole run from ending.
  afterEach(async () => {
    for (const child of started.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      // Asked, not killed: it has an editor to end.
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });

  afterAll(async () => {
    await browser?.close();
    await repository?.remove();
  });

  it('opens VS Code on it, a sample with the walkthrough and the views beside it, and ends with Ctrl-C', async () => {
    const child = spawn(
      process.execPath,
      [join(place.root, 'build', 'start.mjs'), repository.path, '--web', '--no-open'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NO_COLOR: '1' },
      },
    );
    started.push(child);
    let printed = '';
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', text => {
        printed += text;
        const found = /^ {2}(http:\/\/127\.0\.0\.1:\d+\/\?folder=\S+)$/m.exec(printed);
        if (found?.[1]) resolve(found[1]);
      });
      child.once('close', code => reject(new Error(`npm start ended with ${code}:\n${printed}`)));
    });
    expect(new URL(address).searchParams.get('folder')).toBe(repository.path);

    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(address);
    const icon = page.locator('.part.activitybar .action-label[aria-label^="Stateroom"]');
    await icon.waitFor({ timeout: 60_000 });
    await icon.click();
    // At first, what needs a person and where agents work is open, and the rest is folded.
    const heights = async () =>
      Object.fromEntries(
        await page.locator('.part.sidebar .pane').evaluateAll(panes =>
          panes.map(pane => {
            const label = pane.querySelector('.pane-header')?.getAttribute('aria-label') ?? '';
            return [label.replace(/ Section$/, ''), Math.round(pane.getBoundingClientRect().height)] as const;
          }),
        ),
      );
    await expect.poll(async () => Object.keys(await heights()).length).toBe(6);
    const {
      Now: now = 0,
      Queue: queue = 0,
      'Needs You': needsYou = 0,
      Lanes: lanes = 0,
      Findings: findings = 0,
      Investigations: investigations = 0,
    } = await heights();
    expect(Math.max(now, queue, findings, investigations)).toBeLessThan(40);
    expect(Math.min(needsYou, lanes)).toBeGreaterThan(100);
    // The walkthrough opens, once, in the first repository of one's own.
    await page
      .locator('.pane .welcome-view-content', { hasText: 'Nothing needs your attention' })
      .waitFor({ timeout: 60_000 });
    await page.getByRole('heading', { level: 2, name: 'Get Started with Stateroom' }).waitFor({ timeout: 60_000 });
    await page.close();

    // What is not yet read is not said to be missing, whatever the views do meanwhile.
    for (const words of [
      ['add', 'Limit the rate of logins'],
      ['claim', 'W-1'],
      ['ask', 'W-1', '--question', '5 or 10?'],
    ])
      await mustRunCli(repository.path, 'codex-1', ['queue', ...words]);
    await writeFile(join(dirname(repository.path), '.stateroom-sample'), '');
    const sample = await browser.newPage();
    const words = await noteWords(sample, 'Needs You');
    await sample.goto(address);
    await sample.locator('button.getting-started-step.expanded[data-step-id$="#whole"]').waitFor({ timeout: 60_000 });
    await sample.locator('.pane .monaco-list-row', { hasText: 'Limit the rate of logins' }).waitFor();
    const said = await words();
    expect(said).toContain('Loading the store of this repository…');
    expect(said.filter(text => text.includes('Nothing needs your attention'))).toEqual([]);
    await sample.close();

    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await expect(fetch(address)).rejects.toThrow();
  });
});
