import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lane } from '../../src/domain/lane/lane.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { mockAgentFile } from '../support/mockAgent/startMockAgent.js';
import { RecordPage } from './recordPage.js';

/** The turns of an agent without a model: it reads, asks, writes, and ends when it is told to. */
const turns = [
  [
    { do: 'listTools' },
    { do: 'say', text: 'I look at the tests first.' },
    { do: 'ask', toolCall: { toolCallId: 'call-1', title: 'npm publish', kind: 'execute' } },
    { do: 'say', text: 'Published.' },
    { do: 'hang' },
  ],
];

describe.skipIf(process.platform === 'win32')('an agent that Stateroom starts', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let page: RecordPage;
  keepPictureOfFailures(() => opened);

  const cli = <T>(...words: string[]) => mustRunCli<T>(repository.path, 'Robin', words);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    await cli('queue', 'add', 'Limit the rate of logins');
    const config = join(repository.path, '..', 'config');
    mkdirSync(join(config, 'stateroom'), { recursive: true });
    const mock = { command: process.execPath, args: [mockAgentFile], env: { MOCK_AGENT: JSON.stringify({ turns }) } };
    writeFileSync(join(config, 'stateroom', 'config.json'), JSON.stringify({ agents: { mock } }));
    const env = { ...process.env, XDG_CONFIG_HOME: config };
    opened = await openWorkbench({ repo: repository.path, env });
    page = new RecordPage(opened.workbench);
    await opened.workbench.openContainer('Stateroom');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  it('is started from the page of a work item, and shows there what it does', async () => {
    const { workbench } = opened;
    await workbench.runCommand('Stateroom Queue: Show');
    await workbench.quickInput.waitFor();
    await workbench.quickInput.pick('W-1');
    await page.waitFor('W-1');
    await page.button(/^Start Agent on Item/).click();
    await workbench.quickInput.pick('mock');
    await workbench.quickInput.pick('Ask Me');
    await page.root().getByText('I look at the tests first.').first().waitFor();
    await page.root().getByText('mock asks').waitFor();
    expect(await page.root().locator('.question').textContent()).toContain('npm publish');
    await page.screenshot('record-agent-asks');
    expect(await page.accessibilityProblems()).toEqual([]);
  });

  it('goes on with a permission, reads what is written to it, and is stopped', async () => {
    await page.button('Allow Once').click();
    await page.root().getByText('Published.').first().waitFor();
    const box = page.root().getByRole('textbox', { name: 'Your message' });
    await box.fill('Use a table');
    await page.tabTo('send');
    await opened.workbench.page.keyboard.press('Enter');
    await expect.poll(() => box.inputValue()).toBe('');
    await page.screenshot('record-agent');
    await page.button('Stop Agent').click();
    await page.root().getByText('ended, stopped').waitFor();
    const [lane] = (await cli<{ lanes: Lane[] }>('lane', 'list')).lanes;
    const { sessions } = await cli<{ sessions: { endReason: string }[] }>('agents', 'show', lane?.ref ?? '');
    expect(sessions.map(({ endReason }) => endReason)).toEqual(['stopped']);
  });
});
