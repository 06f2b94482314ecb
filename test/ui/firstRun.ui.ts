import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { processesIn } from '../../src/platform/processesIn.js';
import { failByPolicy } from '../editor/failByPolicy.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { watchPolicy } from '../editor/policyWatch.js';
import { mustRunCli } from '../editor/runCli.js';
import { Workbench } from '../editor/workbench.js';

const { makeDay }: typeof import('../../src/sample/sample.js') = await import(
  pathToFileURL(join(place.dist, 'sample.mjs')).href
);

/** The command lines of what of a day runs in a folder; the editor has processes of its own there. */
async function playing(folder: string): Promise<string[]> {
  const found = await processesIn(folder);
  const lines = await Promise.all(
    found.map(({ pid }) => readFile(`/proc/${pid}/cmdline`, 'utf8').then(words => words.replaceAll('\0', ' '), String)),
  );
  return lines.filter(line => /cli\.mjs|^git /.test(line));
}

describe('a newcomer who has no repository at hand', () => {
  let home: Awaited<ReturnType<typeof temporaryFolder>>;
  let repository: string;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  /** Where the temporary folder of the second day is. */
  let other: string | undefined;

  beforeAll(async () => {
    home = await temporaryFolder('stateroom-first-');
    const tools = { program: join(place.dist, 'cli.mjs'), environment: process.env };
    repository = await makeDay(join(home.path, 'day'), tools, undefined, { pauseMs: 100, beatMs: 50 });
    opened = await openWorkbench({ repo: repository });
    workbench = opened.workbench;
    watchPolicy(workbench.page);
  });

  afterAll(async () => {
    await opened?.close();
    await home?.remove();
    if (other !== undefined) await rm(other, { recursive: true, force: true });
  });
  keepPictureOfFailures(() => opened);
  // The dashboard opens automatically.
  failByPolicy();

  const stateOf = async (lane: string): Promise<string> =>
    (await mustRunCli<{ state: string }>(repository, 'reader', ['worker', 'show', lane])).state;

  it('sees a day that begins by itself, and does in it what only a person may', async () => {
    await workbench.notification('Your turn: request changes on Dee’s lane').waitFor({ timeout: 120_000 });
    const queue = workbench.tree('Queue');
    await workbench.unfold('Queue');
    const lanes = workbench.tree('Lanes');
    await queue.row('Limit a cart').waitFor();
    for (const number of ['L-1', 'L-2', 'L-3', 'L-4']) await lanes.row(number).waitFor();
    expect(await stateOf('search')).toBe('IN_REVIEW');
    await expect.poll(() => workbench.editorTabs()).toEqual(['Stateroom Home']);
    // Whoever looks first is asked again.
    await workbench.answerNotification(
      'Request changes on “L-4 Find products up to a price” because of F-1?',
      'Show Changes',
    );
    await expect
      .poll(() => workbench.editorTabs())
      .toEqual(['Stateroom Home', expect.stringContaining('L-4 Find products up to a price compared with main')]);
    await workbench.answerNotification(
      'Request changes on “L-4 Find products up to a price” because of F-1?',
      'Request Changes',
    );
    await workbench.notification('Your turn: approve and merge Dee’s lane').waitFor({ timeout: 120_000 });
    const { findings } = await mustRunCli<{ findings: { ref: string; status: string }[] }>(repository, 'reader', [
      ...['finding', 'list', '--status', 'fixed'],
    ]);
    expect(findings.map(({ ref, status }) => [ref, status])).toEqual([['F-1', 'fixed']]);
    await workbench.screenshot('day');
  });

  it('merges from the menu of the command, and ends the day there, of which no process is left', async () => {
    await workbench.runCommand('Stateroom: Play Demo');
    await workbench.quickInput.waitFor('The demo is running.');
    const labels = await workbench.quickInput.labels();
    expect(labels.map(label => label.trim())).toEqual(['Approve and Merge', 'Pause', 'Stop']);
    await workbench.quickInput.pick('Approve and Merge');
    await workbench.notification('Your turn: approve and merge Ada’s lane').waitFor({ timeout: 120_000 });
    expect(await stateOf('search')).toBe('COMPLETED');
    await workbench.runCommand('Stateroom: Play Demo');
    await workbench.quickInput.pick('Stop');
    await expect.poll(() => playing(home.path), { timeout: 60_000 }).toEqual([]);
    expect(await stateOf('cart-limit')).toBe('IN_REVIEW');
  });

  it('leaves nothing of a sample whose making is cancelled', async () => {
    await workbench.runCommand('Stateroom: Create Sample Repository…');
    await workbench.quickInput.waitFor('Select a location');
    await workbench.quickInput.pick('In a folder of your choice…');
    await workbench.quickInput.waitFor('Create Here');
    await workbench.quickInput.answer(`${home.path}/`);
    await workbench.answerNotification('Creating a sample repository', 'Cancel');
    await workbench.notification('Creating a sample repository').waitFor({ state: 'detached' });
    await expect.poll(() => readdir(home.path), { timeout: 60_000 }).toEqual(['day']);
  });

  it('is given a day in a temporary folder and a window of its own, with which it ends', async () => {
    const opening = workbench.page.context().waitForEvent('page', { timeout: 120_000 });
    await workbench.runCommand('Stateroom: Play Demo');
    await workbench.quickInput.waitFor('Select a location');
    await workbench.quickInput.pick('In a temporary folder');
    const window = new Workbench(await opening, workbench.editor);
    await window.waitUntilReady();
    await window.notification('claim work at the same time').waitFor({ timeout: 120_000 });
    const folder = new URL(window.page.url()).searchParams.get('folder') ?? '';
    other = dirname(folder);
    await window.page.close({ runBeforeUnload: true });
    await expect.poll(() => playing(folder), { timeout: 120_000 }).toEqual([]);
  });

  it('is asked before a sample is removed, and keeps it by saying no', async () => {
    const remove = async (answer: string): Promise<void> => {
      await workbench.runCommand('All Commands: Remove Sample Repository');
      await workbench.quickInput.waitFor('Select a sample repository');
      await workbench.quickInput.pick(other ?? '');
      await workbench.dialog().getByText('This deletes the folder and everything in it.').waitFor();
      await workbench.answerDialog(answer);
    };
    await remove('Cancel');
    expect(existsSync(join(other ?? '', 'shop'))).toBe(true);
    await remove('Remove Sample Repository');
    await expect.poll(() => existsSync(other ?? ''), { timeout: 60_000 }).toBe(false);
  });
});
