import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { place } from '../../../build/place.mjs';
import type { WebviewPanel } from '../../../test/editor/fake/webviewPanel.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import type { FlowTestRepository } from '../../../test/editor/keyFlow/flowTestRepository.js';
import { treeOf } from '../../../test/support/installRig.js';
import { agents } from '../../domain/agent/agents.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { type InstallPlace, userPlace } from '../../install/installPlace.js';
import { ownRuntime } from '../../platform/shim.js';
import { version } from '../../platform/version.js';
import { recordHostContract } from '../../protocol/recordContract.js';
import type { RecordRow, RecordState } from '../../protocol/recordState.js';
import { loadInstaller } from '../programs.js';
import { ConnectFlow } from './connect/connectFlow.js';
import { RecordCommands } from './support/recordCommands.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const program = { file: join(place.root, 'dist', 'cli.mjs'), version };
const workspace = editor.module.workspace as { isTrusted: boolean };

/** The page that the palette opens. */
async function open(): Promise<Page> {
  await editor.run('stateroom.connectAgent');
  await eventually(() => editor.tab).toMatch(/^(connect-agents|Connect Agents)$/);
  const page = new Page(editor.panelInSight as WebviewPanel);
  await page.read();
  return page;
}

class Page {
  private first: RecordState | undefined;

  constructor(private readonly panel: WebviewPanel) {}

  async read(): Promise<void> {
    const { snapshot } = recordHostContract.requests.ready.result.parse(await this.panel.ask('ready'));
    this.first = snapshot.state;
    this.panel.received.splice(0);
  }

  get state(): RecordState {
    return (this.panel.pushed ?? this.first) as RecordState;
  }

  get status(): string {
    return (this.state.status?.line ?? []).map(({ text }) => text).join('');
  }

  get acts(): string[] {
    return this.state.acts.map(({ label }) => label);
  }

  rows(section: string): readonly RecordRow[] {
    const [block] = this.state.sections.find(({ id }) => id === section)?.blocks ?? [];
    return block?.kind === 'rows' ? block.rows : [];
  }

  /** The rows of a section: `[x] name: detail`. */
  lines(section: string): string[] {
    return this.rows(section).map(({ line, detail, tick }) => {
      const box = tick === undefined ? '' : tick.on ? '[x] ' : '[ ] ';
      return `${box}${line.map(({ text }) => text).join('')}${detail === null ? '' : `: ${detail}`}`;
    });
  }

  /** Presses a button, or ticks a box; resolves once the page shows what came of it. */
  press(id: string): Promise<unknown> {
    return this.panel.ask('act', { id });
  }
}

describe('the page that connects agents', () => {
  const scene = openFlowScene(editor, async repository => {
    mkdirSync(repository.userEnvironment().HOME ?? '', { recursive: true });
    await repository.add('Wash');
  });
  const home = (...names: string[]) => join(scene().repository.userEnvironment().HOME ?? '', ...names);
  const json = (...names: string[]) => JSON.parse(readFileSync(home(...names), 'utf8'));
  const answer = async (page: Page, press: string, asks: string, button: string | undefined) => {
    const pressed = page.press(press);
    const dialog = () => editor.dialogs.open.find(each => each.kind === 'modal' && each.asks.includes(asks));
    await eventually(dialog).toBeDefined();
    const { asks: text, buttons } = dialog() ?? { asks: '', buttons: [] };
    dialog()?.answer(button);
    expect(await pressed).toEqual({});
    return { text, buttons };
  };

  beforeEach(() => {
    for (const name of ['.claude', '.codex']) mkdirSync(home(name), { recursive: true });
    writeFileSync(home('.claude.json'), '{\n  "theme": "dark"\n}\n');
  });
  afterEach(async () => {
    workspace.isTrusted = true;
    editor.panelInSight?.dispose();
    editor.panelInSight = undefined;
    rmSync(home(), { recursive: true, force: true });
    rmSync(join(scene().repository.repository, '.stateroom'), { recursive: true, force: true });
    mkdirSync(home());
  });

  it('ticks the agents that are found, and lists what it would write', async () => {
    const page = await open();
    await page.press('scope.user');
    expect(page.status).toBe('No agents are connected yet.');
    expect(page.acts).toEqual(['Connect']);
    expect(page.lines('agents')).toEqual([
      '[x] Claude Code: not connected, found on this machine',
      '[x] Codex: not connected, found on this machine',
      '[ ] Cursor: not connected',
      '[ ] Gemini CLI: not connected',
      '[ ] GitHub Copilot CLI: not connected',
      '[ ] opencode: not connected',
      '[ ] Qwen Code: not connected',
      '[ ] VS Code (Copilot agent mode): not connected \u00b7 has the tools from this extension',
    ]);
    expect(page.lines('scope').map(line => line.slice(0, 10))).toEqual(['[x] You, i', '[ ] Everyo']);
    expect(page.lines('parts').map(line => line.slice(0, 12))).toEqual([
      '[x] Tools wi',
      '[x] Hooks: T',
      '[x] Skills: ',
      '[x] Instruct',
      '[ ] Git hook',
    ]);
    expect(page.lines('changes')).toEqual([
      '~/.config/stateroom/bin/stateroom: new \u00b7 launcher',
      '~/.codex/config.toml: new \u00b7 MCP server, tools without asking',
      '~/.codex/hooks.json: new \u00b7 hooks',
      '~/.claude.json: edited \u00b7 MCP server',
      '~/.claude/settings.json: new \u00b7 tools without asking, hooks',
      '~/.agents/skills: new \u00b7 11 skills',
      '~/.claude/skills: new \u00b7 11 skills',
      '~/.config/stateroom/installed.json: new \u00b7 list of what is installed',
    ]);
  });

  it('shows a file before and after, and skills together', async () => {
    const page = await open();
    await page.press('scope.user');
    const [row] = page.rows('changes').filter(({ line }) => line[0]?.text === '~/.claude.json');
    expect(row?.act?.label).toBe('Show Changes');
    await page.press('changes.~/.claude.json');
    expect(editor.tab).toBe('~/.claude.json (Connect Agents)');
    const [before, after] = editor.documents.visible.map(({ document }) => document.getText());
    expect(before).toBe('{\n  "theme": "dark"\n}\n');
    expect(JSON.parse(after ?? '')).toEqual({
      theme: 'dark',
      mcpServers: {
        stateroom: { type: 'stdio', command: home('.config', 'stateroom', 'bin', 'stateroom'), args: ['mcp'] },
      },
    });
    await page.press('changes.~/.claude/skills');
    expect(editor.tab).toBe('~/.claude/skills (Connect Agents) (1 file)');
    expect(existsSync(home('.config'))).toBe(false);
  });

  it('writes what is ticked on one yes, and nothing without it', async () => {
    const page = await open();
    await page.press('scope.user');
    for (const id of ['agent.codex', 'part.skills', 'part.approval']) await page.press(id);
    expect(page.lines('changes')).toEqual([
      '~/.config/stateroom/bin/stateroom: new \u00b7 launcher',
      '~/.claude.json: edited \u00b7 MCP server',
      '~/.claude/settings.json: new \u00b7 hooks',
      '~/.config/stateroom/installed.json: new \u00b7 list of what is installed',
    ]);
    const before = treeOf(home());
    const asks = 'Connect agents for you, in all your repositories?';
    expect(await answer(page, 'connect', asks, undefined)).toEqual({
      text: `${asks}\n+ ~/.config/stateroom/bin/stateroom (launcher)\n~ ~/.claude.json (MCP server)\n+ ~/.claude/settings.json (hooks)\n+ ~/.config/stateroom/installed.json (list of what is installed)`,
      buttons: ['Connect'],
    });
    expect(treeOf(home())).toEqual(before);
    await answer(page, 'connect', asks, 'Connect');
    expect(json('.claude.json').mcpServers.stateroom.args).toEqual(['mcp']);
    expect(readFileSync(home('.config', 'stateroom', 'bin', 'stateroom'), 'utf8')).toContain(
      `program='${join(place.root, 'dist', 'cli.mjs')}'\n`,
    );
    expect(json('.config', 'stateroom', 'installed.json')).toMatchObject({
      agents: ['claude-code'],
      without: ['approval', 'skills'],
    });
    expect(existsSync(home('.claude', 'skills'))).toBe(false);
    expect(page.status).toBe('Connected for you: Claude Code');
    expect(page.acts).toEqual(['Check', 'Disconnect…']);
    expect(page.lines('steps')[0]).toBe('Restart agents that are running.');
    expect(page.lines('agents')[0]).toBe('[x] Claude Code: connected for you');
    expect(page.lines('changes')).toEqual([]);
    // An agent that is not ticked any more is taken out, with what only it needs.
    await page.press('agent.claude-code');
    await page.press('agent.codex');
    expect(page.acts[0]).toBe('Connect');
    expect(page.lines('changes')).toContain('~/.claude.json: edited');
    expect(page.lines('changes')).toContain('~/.claude/settings.json: removed');
  });

  it('says what drifted, and takes everything out again', async () => {
    const page = await open();
    await page.press('scope.user');
    const before = treeOf(home());
    const warned = await answer(page, 'connect', 'Connect agents for you', 'Connect');
    expect(warned.text).toContain(
      'may call Stateroom’s tools without asking, including evidence, which runs any command.',
    );
    await page.press('check');
    expect(page.status).toBe('Everything is as it was installed.');
    const skill = home('.claude', 'skills', 'stateroom-tdd', 'SKILL.md');
    const text = readFileSync(skill, 'utf8');
    appendFileSync(skill, 'More.\n');
    rmSync(home('.codex', 'hooks.json'));
    await page.press('check');
    expect(page.status).toBe('Not as it was installed. Differences: 6');
    expect(page.lines('drift').slice(0, 2)).toEqual([
      '~/.codex/hooks.json: removed: hooks',
      '~/.codex/hooks.json: removed: hooks',
    ]);
    expect(page.lines('drift').at(-1)).toBe('~/.claude/skills/stateroom-tdd/SKILL.md: edited: skill');
    expect(page.lines('agents').slice(0, 2)).toEqual([
      '[x] Claude Code: connected for you, changed by you',
      '[x] Codex: connected for you, parts are missing',
    ]);
    const entry = readFileSync(home('.claude.json'), 'utf8');
    writeFileSync(home('.claude.json'), '{');
    await page.press('check');
    expect(page.lines('agents')[0]).toMatch(
      /^\[x\] Claude Code: connected for you, but its entry could not be read \u00b7 ~\/\.claude\.json /,
    );
    writeFileSync(home('.claude.json'), entry);
    await page.press('check');
    const kept = await answer(page, 'disconnect', 'Disconnect all agents that are connected for you?', undefined);
    expect(kept.text).toContain(
      '\nThis stays:\n= ~/.claude/skills/stateroom-tdd/SKILL.md: kept as you changed it: an earlier part',
    );
    writeFileSync(skill, text);
    await answer(page, 'disconnect', 'Disconnect all agents', 'Disconnect');
    expect(treeOf(home())).toEqual(before);
    expect(page.status).toBe('No agents are connected yet.');
    expect(page.lines('changes')).toEqual([]);
  });

  it('writes over the edits of one file once their diff was shown and a person agrees', async () => {
    const page = await open();
    await page.press('scope.user');
    await answer(page, 'connect', 'Connect agents for you', 'Connect');
    const [tdd, scope] = ['tdd', 'scope'].map(name => home('.claude', 'skills', `stateroom-${name}`, 'SKILL.md'));
    const text = readFileSync(String(tdd), 'utf8');
    for (const file of [tdd, scope]) appendFileSync(String(file), 'More.\n');
    writeFileSync(home('.claude.json'), readFileSync(home('.claude.json'), 'utf8').replace('"mcp"', '"mcp", "-q"'));
    const before = treeOf(home());
    await page.press('scope.user');
    const acts = () =>
      page.rows('changes').map(({ line, act }) => [line[0]?.text.replace(/.*stateroom-/, ''), act?.label]);
    const offered = [
      ['scope/SKILL.md', 'Write Over Edits…'],
      ['tdd/SKILL.md', 'Write Over Edits…'],
    ];
    // An entry is its owner's.
    expect(acts()).toEqual([['~/.claude.json', undefined], ...offered]);
    const press = 'overwrite.~/.claude/skills/stateroom-tdd/SKILL.md';
    const asks = 'Write over your edits in ~/.claude/skills/stateroom-tdd/SKILL.md?';
    expect(await answer(page, press, asks, undefined)).toEqual({
      text: `${asks}\n~ ~/.claude/skills/stateroom-tdd/SKILL.md (skill)\n~ ~/.config/stateroom/installed.json (list of what is installed)`,
      buttons: ['Write Over'],
    });
    expect(editor.tab).toBe('~/.claude/skills/stateroom-tdd/SKILL.md (Connect Agents)');
    expect(editor.documents.visible.map(({ document }) => document.getText())).toEqual([`${text}More.\n`, text]);
    expect(treeOf(home())).toEqual(before);
    await answer(page, press, asks, 'Write Over');
    expect(readFileSync(String(tdd), 'utf8')).toBe(text);
    expect(readFileSync(String(scope), 'utf8')).toContain('More.\n');
    expect(json('.claude.json').mcpServers.stateroom.args).toEqual(['mcp', '-q']);
    expect(acts()).toEqual([['~/.claude.json', undefined], ...offered.slice(0, 1)]);
  });

  it('connects everyone in the repository, without what is one person’s', async () => {
    const page = await open();
    const root = scene().repository.repository;
    const tree = () => Object.entries(treeOf(root)).filter(([name]) => !name.startsWith('.git/'));
    const before = tree();
    await page.press('scope.project');
    expect(page.lines('parts').map(line => line.slice(0, 9))).toEqual([
      '[x] Hooks',
      '[x] Skill',
      '[x] Instr',
      '[ ] Git h',
    ]);
    await answer(page, 'connect', 'Connect agents for everyone in this repository?', 'Connect');
    expect(JSON.parse(readFileSync(join(root, '.mcp.json'), 'utf8'))).toEqual({
      mcpServers: { stateroom: { type: 'stdio', command: 'stateroom', args: ['mcp'] } },
    });
    expect(page.status).toBe('Connected for this repository: Claude Code, Codex');
    expect(page.lines('steps').map(line => line.split(':')[0])).toEqual([
      'Restart agents that are running.',
      'Codex',
      'Claude Code',
      'First run',
    ]);
    await answer(page, 'disconnect', 'Disconnect all agents that are connected for this repository?', 'Disconnect');
    expect(tree()).toEqual(before);
  });

  it('names what cannot be edited and what is a person’s own, and writes the rest', async () => {
    writeFileSync(home('.claude.json'), '{"mcpServers":{"stateroom":{"command":"mine"}}}\n');
    writeFileSync(home('.codex', 'config.toml'), 'not toml\n');
    const page = await open();
    await page.press('scope.user');
    expect(page.lines('agents').slice(0, 2)).toEqual([
      '[x] Claude Code: has an entry of your own in ~/.claude.json',
      '[x] Codex: not connected, found on this machine \u00b7 ~/.codex/config.toml is not valid TOML',
    ]);
    expect(page.lines('changes').slice(-2)).toEqual([
      '~/.codex/config.toml: is not valid TOML \u00b7 left as it is',
      '~/.claude.json: kept, since it is not from Stateroom: MCP server',
    ]);
  });

  it('writes nothing where a file changed since it was shown', async () => {
    const page = await open();
    await page.press('scope.user');
    writeFileSync(home('.claude.json'), '{}\n');
    const before = treeOf(home());
    await answer(page, 'connect', 'Connect agents for you', 'Connect');
    const warned = editor.dialogs.open.find(({ kind }) => kind === 'warning');
    expect(warned?.asks).toBe('A file was changed in the meantime, so nothing was written. Try again.');
    warned?.answer(undefined);
    expect(treeOf(home())).toEqual(before);
    scene().repository.failures.splice(0);
  });

  it('puts everything back where writing fails midway', async () => {
    const page = await open();
    await page.press('scope.user');
    // What stands in the way appears once the plan is made.
    writeFileSync(home('.agents'), 'in the way\n');
    const before = treeOf(home());
    await answer(page, 'connect', 'Connect agents for you', 'Connect');
    const failed = editor.dialogs.open.find(({ kind }) => kind === 'error');
    expect(failed?.asks).toMatch(/^Nothing was written\. ENOTDIR/);
    failed?.answer(undefined);
    expect(treeOf(home())).toEqual(before);
    scene().repository.failures.splice(0);
  });

  it('offers only the person’s own files without a repository', async () => {
    const environment = { repositories: { all: [] }, variables: { HOME: home(), PATH: '' }, program };
    const flow = new ConnectFlow('', environment as never, await loadInstaller());
    const state = await flow.present('connect-agents', new RecordCommands());
    expect(state.sections.map(({ id }) => id)).toEqual(['agents', 'parts', 'changes']);
    expect(state.acts.map(({ label }) => label)).toEqual(['Connect']);
  });

  it('copies the entry of one agent', async () => {
    const page = await open();
    await page.press('copy.codex');
    expect(editor.clipboard).toContain('[mcp_servers.stateroom]\n');
    const said = editor.dialogs.open.find(({ kind }) => kind === 'information');
    expect(said?.asks).toBe(
      'Entry copied to the clipboard. With it, the agent calls every tool without asking, also evidence, which runs any command. It goes into one of: ~/.codex/config.toml, .codex/config.toml',
    );
    said?.answer(undefined);
  });

  it('installs nothing in Restricted Mode, and says what to do', async () => {
    workspace.isTrusted = false;
    const page = await open();
    expect(page.status).toBe('Restricted Mode: no agents are connected here. Trust the workspace to connect them.');
    expect(page.acts).toEqual(['Manage Workspace Trust']);
    expect(page.state.sections).toEqual([]);
    await editor.run('stateroom.connectAgent', { act: 'connect', repository: '' });
    expect(editor.dialogs.open).toEqual([]);
  });

  it('installs the git hooks too where they are ticked', async () => {
    const page = await open();
    await page.press('scope.user');
    for (const id of ['agent.claude-code', 'agent.codex']) await page.press(id);
    expect(page.lines('changes')).toEqual([]);
    expect(page.acts).toEqual([]);
    await page.press('gitHooks');
    expect(page.acts).toEqual(['Apply']);
    const asked = await answer(page, 'connect', 'Apply these changes?', 'Apply');
    expect(asked.text).toBe('Apply these changes?\n+ git hooks of this repository');
    await eventually(() => existsSync(join(scene().repository.repository, '.git', 'stateroom', 'hooks', 'run'))).toBe(
      true,
    );
  });
});

describe('a fresh clone of a repository that connects agents', () => {
  const scene = openFlowScene(editor, async repository => {
    mkdirSync(repository.userEnvironment().HOME ?? '', { recursive: true });
    mkdirSync(join(repository.repository, '.stateroom'));
    const ledger = { version: 1, stateroom: '0.1.0', agents: ['codex'], folders: [], files: [] };
    writeFileSync(join(repository.repository, '.stateroom', 'installed.json'), JSON.stringify(ledger));
  });

  it('is told once what it lacks, with the way to get it', async () => {
    const offer = () => editor.dialogs.open.find(({ kind }) => kind === 'information');
    await eventually(offer).toBeDefined();
    expect(offer()).toMatchObject({
      asks: 'repository connects coding agents to Stateroom. Its git hooks and your own entries do not come with a clone. Agents that are running have to be restarted afterwards.',
      buttons: ['Connect Agents…', 'Not Now'],
    });
    expect(existsSync(join(scene().repository.repository, '.git', 'stateroom', 'install-offered'))).toBe(true);
    offer()?.answer('Connect Agents…');
    await eventually(() => editor.panelInSight?.title).toBe('connect-agents');
    const page = new Page(editor.panelInSight as WebviewPanel);
    await page.read();
    expect(page.lines('parts').at(-1)).toMatch(/^\[x\] Git hooks of this repository/);
    expect(page.status).toBe('Connected for this repository: Codex');
    expect(editor.dialogs.open).toEqual([]);
  });
});

describe('an extension that was updated', () => {
  const launcher = (repository: FlowTestRepository) =>
    join(repository.userEnvironment().HOME ?? '', '.config', 'stateroom', 'bin', 'stateroom');
  const scene = openFlowScene(editor, async repository => {
    const { HOME = '' } = repository.userEnvironment();
    mkdirSync(HOME, { recursive: true });
    const { applyPlan, planInstall } = await loadInstaller();
    const plan = await planInstall(userPlace({ HOME }) as InstallPlace, {
      ...{ agents: agents.filter(({ harness }) => harness === 'codex'), known: agents },
      program: { program: { file: '/gone/dist/cli.mjs', version: '0.0.1' }, runtime: ownRuntime() },
    });
    if (isRefusal(plan)) throw new Error(JSON.stringify(plan));
    await applyPlan(plan);
    expect(readFileSync(launcher(repository), 'utf8')).toContain("program='/gone/dist/cli.mjs'\n");
  });

  it('lets the launcher of the earlier one start its program', async () => {
    await eventually(() => readFileSync(launcher(scene().repository), 'utf8')).toContain(`program='${program.file}'\n`);
  });
});
