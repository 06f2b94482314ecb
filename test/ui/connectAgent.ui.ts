import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { treeOf } from '../support/installRig.js';
import { RecordPage } from './recordPage.js';

describe('a person who connects agents with a keyboard', () => {
  let home: Awaited<ReturnType<typeof temporaryFolder>>;
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let page: RecordPage;
  let client: Client | undefined;
  const settings = '{\n\t"theme": "dark" // mine\n}\n';
  const at = (...names: string[]) => join(home.path, ...names);
  /** What the agents read, and what is Stateroom's. */
  const tree = () =>
    Object.entries(treeOf(home.path)).filter(([name]) => /^\.(claude|codex|agents|config\/stateroom)/.test(name));

  beforeAll(async () => {
    home = await temporaryFolder('stateroom-home-');
    mkdirSync(at('.claude'));
    writeFileSync(at('.claude.json'), '{"numStartups":3}\n');
    writeFileSync(at('.claude', 'settings.json'), settings);
    repository = await makeScratchRepository('shop');
    await mustRunCli(repository.path, 'Robin', ['queue', 'add', 'Fix the login redirect']);
    const env = { HOME: home.path, XDG_CONFIG_HOME: at('.config') };
    opened = await openWorkbench({ repo: repository.path, env });
    page = new RecordPage(opened.workbench);
  });

  afterAll(async () => {
    await client?.close();
    await opened?.close();
    await repository?.remove();
    await home?.remove();
  });
  keepPictureOfFailures(() => opened);

  const keyboard = () => opened.workbench.page.keyboard;
  const press = async (name: string, key = 'Enter') => {
    await page.tabTo(name);
    await keyboard().press(key);
  };
  const box = (name: string | RegExp) => page.root().getByRole('checkbox', { name });
  const status = (words: string | RegExp) => page.root().locator('.status', { hasText: words }).waitFor();
  const confirm = async (words: string, button: string) => {
    await opened.workbench.dialog().getByText(words).first().waitFor();
    const text = await opened.workbench.dialog().innerText();
    await opened.workbench.answerDialog(button);
    return text;
  };

  it('finds the agents of the machine, and shows what would be written', async () => {
    await opened.workbench.runCommand('Stateroom: Connect Agents…');
    await page.waitFor('Connect Agents');
    await status('No agents are connected yet.');
    expect(await box('Claude Code').isChecked()).toBe(true);
    // Others may be on the machine that runs the test.
    for (const other of await page.root().locator('input[data-focus^="act agent."]:checked').all()) {
      const name = await other.getAttribute('data-focus');
      if (name !== 'act agent.claude-code') await page.root().locator(`input[data-focus="${name}"]`).uncheck();
    }
    await page.root().getByText('~/.codex/config.toml').waitFor({ state: 'detached' });
    await (await page.frame()).locator('h1').click();
    await press('act agent.codex', 'Space');
    await page.root().getByText('~/.codex/config.toml').waitFor();
    expect(await box('Codex').isChecked()).toBe(true);
    expect(await page.held()).toBe('act agent.codex');
    await press('act agent.codex', 'Space');
    await page.root().getByText('~/.codex/config.toml').waitFor({ state: 'detached' });
    expect(tree().map(([name]) => name)).toEqual(['.claude', '.claude.json', '.claude/settings.json']);
  });

  it('is readable in each theme, at 200 % and in 320 pixels', async () => {
    const { workbench } = opened;
    for (const theme of workbench.themes()) {
      await page.wear(theme);
      expect([theme, await page.accessibilityProblems()]).toEqual([theme, []]);
      await page.screenshot(`connect-${theme}`);
    }
    await workbench.runCommand('View: Close Primary Side Bar');
    await page.fit(640, 450);
    expect(await page.overhang()).toBe(0);
    await page.screenshot('connect-zoomed');
    await page.fit(320, 800);
    expect([await page.overhang(), await page.accessibilityProblems()]).toEqual([0, []]);
    await page.screenshot('connect-narrow');
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('shows a file before and after', async () => {
    const { workbench } = opened;
    await press('act changes.~/.claude/settings.json');
    await expect.poll(() => workbench.editorTabs()).toContain('~/.claude/settings.json (Connect Agents)');
    const diff = workbench.page.locator('.monaco-diff-editor');
    await diff.getByText('mcp__stateroom').first().waitFor();
    await page.screenshot('connect-diff');
    await keyboard().press('Control+w');
    await page.waitFor('Connect Agents');
  });

  it('connects on one yes', async () => {
    await (await page.frame()).locator('h1').click();
    await press('act connect');
    const asked = await confirm('Connect agents for you, in all your repositories?', 'Connect');
    expect(asked).toContain('+ ~/.config/stateroom/bin/stateroom (launcher)');
    expect(asked).toContain('~ ~/.claude.json (MCP server)');
    await status('Connected for you: Claude Code');
    await page.root().getByText('Restart agents that are running.').waitFor();
    await page.screenshot('connect-done');
    const launcher = at('.config', 'stateroom', 'bin', 'stateroom');
    expect(JSON.parse(readFileSync(at('.claude.json'), 'utf8'))).toEqual({
      numStartups: 3,
      mcpServers: { stateroom: { type: 'stdio', command: launcher, args: ['mcp'] } },
    });
    const written = readFileSync(at('.claude', 'settings.json'), 'utf8');
    expect(written).toContain('{\n\t"theme": "dark", // mine\n\t"permissions": {');
    expect(written).toContain('"mcp__stateroom"');
    expect(written).toContain(`${launcher} agent-hook claude SessionStart`);
    expect(readdirSync(at('.claude', 'skills'))).toHaveLength(11);
    expect(statSync(launcher).mode & 0o777).toBe(0o755);
    expect(readFileSync(launcher, 'utf8')).toMatch(/^runtime='\/.*node'$/m);
  });

  it('has connected an agent that claims what is ready', async () => {
    const { command, args } = JSON.parse(readFileSync(at('.claude.json'), 'utf8')).mcpServers.stateroom;
    client = new Client({ name: 'claude-code', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args, cwd: repository.path }));
    await client.callTool({ name: 'work_items', arguments: { action: 'next' } });
    const { item } = await mustRunCli<{ item: { status: string; harness?: string } }>(repository.path, 'reader', [
      ...['queue', 'show', 'W-1'],
    ]);
    expect(item.status).toBe('in_flight');
  });

  it('says what drifted', async () => {
    await press('act check');
    await status('Everything is as it was installed.');
    appendFileSync(at('.claude', 'skills', 'stateroom-tdd', 'SKILL.md'), 'More.\n');
    await press('act check');
    await status('Not as it was installed. Differences: 1');
    await page.root().getByRole('heading', { name: 'Differences' }).waitFor();
    // The keyboard is on a button that is not the first.
    await page.wear('high-contrast-light');
    const background = await (await page.frame()).evaluate(() => {
      const base = document.activeElement?.shadowRoot?.querySelector('.base');
      return base && getComputedStyle(base).backgroundColor;
    });
    expect([await page.held(), background]).toEqual(['act check', 'rgb(255, 255, 255)']);
    await page.screenshot('connect-drift');
  });

  it('writes over an edit once its diff is on the screen', async () => {
    const { workbench } = opened;
    await (await page.frame()).locator('h1').click();
    await press('act overwrite.~/.claude/skills/stateroom-tdd/SKILL.md');
    const skill = at('.claude', 'skills', 'stateroom-tdd', 'SKILL.md');
    const asks = 'Write over your edits in ~/.claude/skills/stateroom-tdd/SKILL.md?';
    expect(await confirm(asks, 'Cancel')).toContain('~ ~/.claude/skills/stateroom-tdd/SKILL.md (skill)');
    await workbench.page.locator('.monaco-diff-editor').getByText('More.').first().waitFor();
    await page.screenshot('connect-overwrite');
    await keyboard().press('Control+w');
    await page.waitFor('Connect Agents');
    expect(readFileSync(skill, 'utf8')).toContain('More.\n');
  });

  it('disconnects, and leaves each file as it was', async () => {
    const skill = at('.claude', 'skills', 'stateroom-tdd', 'SKILL.md');
    await press('act disconnect');
    const asked = await confirm('Disconnect all agents that are connected for you?', 'Cancel');
    expect(asked).toContain('This stays:');
    writeFileSync(skill, readFileSync(skill, 'utf8').replace('More.\n', ''));
    await press('act disconnect');
    await confirm('Disconnect all agents that are connected for you?', 'Disconnect');
    await status('No agents are connected yet.');
    expect(tree().map(([name]) => name)).toEqual(['.claude', '.claude.json', '.claude/settings.json']);
    expect(readFileSync(at('.claude.json'), 'utf8')).toBe('{"numStartups":3}\n');
    expect(readFileSync(at('.claude', 'settings.json'), 'utf8')).toBe(settings);
  });
});
