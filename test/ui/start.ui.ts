import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../src/build/launchBrowser.mjs';
import { place } from '../../src/build/place.mjs';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';

describe('npm start on a repository', () => {
  let repository: ScratchRepository;
  let browser: Browser;
  let started: ChildProcess | undefined;

  beforeAll(async () => {
    repository = await makeScratchRepository();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    if (started && started.exitCode === null) {
      // Asked, not killed: it has an editor to end.
      started.kill('SIGTERM');
      await once(started, 'exit');
    }
    await repository?.remove();
  });

  it('opens VS Code with Stateroom in the activity bar, and ends with Ctrl-C', async () => {
    const child = spawn(
      process.execPath,
      [join(place.root, 'src', 'build', 'start.mjs'), repository.path, '--web', '--no-open'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NO_COLOR: '1' },
      },
    );
    started = child;
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

    const page = await browser.newPage();
    await page.goto(address);
    await page.locator('.part.activitybar .action-label[aria-label^="Stateroom"]').waitFor({ timeout: 60_000 });
    await page.close();

    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await expect(fetch(address)).rejects.toThrow();
  });
});
