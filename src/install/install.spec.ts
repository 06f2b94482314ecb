import { existsSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  connectable,
  install,
  makePlaces,
  named,
  planned,
  read,
  treeOf,
  uninstall,
  write,
} from '../../test/support/installRig.js';
import type { Agent } from '../domain/agent/agent.js';
import { agents } from '../domain/agent/agents.js';
import { isChange } from './install.js';
import { userPlace } from './installPlace.js';

describe('install for a person', () => {
  it('writes what each agent needs, and no file of the repository', async () => {
    const { home, root, place } = makePlaces();
    const before = treeOf(root);
    await install(place('user'));
    expect(treeOf(root)).toEqual(before);
    const launcher = join(home, '.config/stateroom/bin/stateroom');
    expect(statSync(launcher).mode & 0o777).toBe(0o755);
    expect(JSON.parse(read(join(home, '.claude.json')))).toEqual({
      mcpServers: { stateroom: { type: 'stdio', command: launcher, args: ['mcp'] } },
    });
    const hook = (words: string, matcher?: string, timeout = 10) => [
      {
        ...(matcher === undefined ? {} : { matcher }),
        hooks: [{ type: 'command', command: `${launcher} agent-hook ${words}`, timeout }],
      },
    ];
    expect(JSON.parse(read(join(home, '.claude/settings.json')))).toEqual({
      permissions: { allow: ['mcp__stateroom'] },
      hooks: {
        SessionStart: hook('claude SessionStart'),
        PreToolUse: hook('claude PreToolUse', 'Bash|Edit|MultiEdit|Write|NotebookEdit'),
        PostToolUse: hook('claude PostToolUse', 'Bash|Edit|MultiEdit|Write|NotebookEdit'),
        PostToolUseFailure: hook('claude PostToolUseFailure', 'Bash|Edit|MultiEdit|Write|NotebookEdit'),
        PreCompact: hook('claude PreCompact'),
        Stop: hook('claude Stop'),
        SessionEnd: hook('claude SessionEnd'),
      },
    });
    expect(JSON.parse(read(join(home, '.codex/hooks.json')))).toEqual({
      hooks: {
        SessionStart: hook('codex SessionStart'),
        PreToolUse: hook('codex PreToolUse', 'Bash|apply_patch'),
        PostToolUse: hook('codex PostToolUse', 'Bash|apply_patch'),
        PreCompact: hook('codex PreCompact'),
        Stop: hook('codex Stop'),
      },
    });
    expect(read(join(home, '.codex/config.toml'))).toBe(`[mcp_servers.stateroom]
command = "${launcher}"
args = ["mcp"]
startup_timeout_sec = 30
tool_timeout_sec = 600
# Without this line Codex refuses tools that write where nobody can be asked, as in codex exec.
default_tools_approval_mode = "approve"
# Codex waits for the server; without this line a busy machine starts a session that lacks the tools.
required = true
`);
    expect(JSON.parse(read(join(home, '.copilot/mcp-config.json')))).toEqual({
      mcpServers: { stateroom: { type: 'local', command: launcher, args: ['mcp'], tools: ['*'] } },
    });
    const own = (event: string) => [
      { type: 'command', bash: `${launcher} agent-hook copilot ${event}`, timeoutSec: 10 },
    ];
    expect(JSON.parse(read(join(home, '.copilot/hooks/stateroom.json')))).toEqual({
      version: 1,
      hooks: {
        sessionStart: own('sessionStart'),
        preToolUse: own('preToolUse'),
        postToolUse: own('postToolUse'),
        postToolUseFailure: own('postToolUseFailure'),
        preCompact: own('preCompact'),
        agentStop: own('agentStop'),
        sessionEnd: own('sessionEnd'),
      },
    });
    expect(JSON.parse(read(join(home, '.gemini/settings.json')))).toEqual({
      mcpServers: { stateroom: { command: launcher, args: ['mcp'], trust: true } },
      hooks: {
        SessionStart: hook('gemini SessionStart', undefined, 10_000),
        BeforeTool: hook('gemini BeforeTool', 'run_shell_command|replace|write_file', 10_000),
        AfterTool: hook('gemini AfterTool', 'run_shell_command|replace|write_file', 10_000),
        AfterAgent: hook('gemini AfterAgent', undefined, 10_000),
        SessionEnd: hook('gemini SessionEnd', undefined, 10_000),
      },
    });
    expect(JSON.parse(read(join(home, '.config/opencode/opencode.json')))).toEqual({
      mcp: { stateroom: { type: 'local', command: [launcher, 'mcp'], enabled: true, timeout: 600_000 } },
    });
    expect(JSON.parse(read(join(home, '.cursor/mcp.json')))).toEqual({
      mcpServers: { stateroom: { command: launcher, args: ['mcp'] } },
    });
    expect(JSON.parse(read(join(home, '.qwen/settings.json')))).toEqual({
      mcpServers: { stateroom: { command: launcher, args: ['mcp'] } },
      hooks: {
        SessionStart: hook('qwen SessionStart', undefined, 10_000),
        PreToolUse: hook('qwen PreToolUse', 'run_shell_command|edit|write_file', 10_000),
        PostToolUse: hook('qwen PostToolUse', 'run_shell_command|edit|write_file', 10_000),
        PostToolUseFailure: hook('qwen PostToolUseFailure', 'run_shell_command|edit|write_file', 10_000),
        PreCompact: hook('qwen PreCompact', undefined, 10_000),
        Stop: hook('qwen Stop', undefined, 10_000),
        SessionEnd: hook('qwen SessionEnd', undefined, 10_000),
      },
    });
    for (const folder of ['.agents/skills', '.claude/skills']) {
      expect(readdirSync(join(home, folder)).sort()).toEqual([
        'stateroom-auto-fix',
        'stateroom-branch-lifecycle',
        'stateroom-branch-review',
        'stateroom-context',
        'stateroom-handoff-lifecycle',
        'stateroom-incremental-implementation',
        'stateroom-investigate',
        'stateroom-plan-analyze',
        'stateroom-planning-review',
        'stateroom-scope',
        'stateroom-tdd',
      ]);
    }
    expect(read(join(home, '.copilot/copilot-instructions.md'))).toMatch(/^<!-- stateroom:begin -->\n## Stateroom\n/);
  });

  it('leaves out what lets agents call tools, when they are to ask, and remembers that', async () => {
    const { home, place } = makePlaces();
    await install(place('user'), connectable, { without: ['approval', 'hooks'] });
    expect(existsSync(join(home, '.claude/settings.json'))).toBe(false);
    expect(read(join(home, '.codex/config.toml'))).not.toContain('approval');
    expect(read(join(home, '.gemini/settings.json'))).not.toContain('trust');
    expect((await planned(place('user'), [])).files.filter(isChange)).toEqual([]);
  });

  it('writes where variables of the agents lead', async () => {
    const { home } = makePlaces();
    const environment = { HOME: home, CODEX_HOME: join(home, 'x'), CLAUDE_CONFIG_DIR: join(home, 'c') };
    const place = userPlace(environment);
    if (place === undefined) throw new Error('no home');
    await install(place, named('codex', 'claude-code'));
    expect(readdirSync(join(home, 'c')).sort()).toEqual(['.claude.json', 'settings.json', 'skills']);
    expect(readdirSync(join(home, 'x'))).toEqual(['config.toml', 'hooks.json']);
    expect(existsSync(join(home, '.agents/skills/stateroom-tdd/SKILL.md'))).toBe(true);
    await uninstall(place);
    expect(readdirSync(home)).toEqual(['code']);
  });
});

describe('install for a repository', () => {
  it('writes nothing of one machine, and lets nobody call tools without asking', async () => {
    const { home, root, place } = makePlaces();
    await install(place('project'));
    const files = Object.entries(treeOf(root)).filter(([name]) => !name.includes('skills'));
    expect(files.map(([name]) => name)).toEqual([
      '.agents',
      '.claude',
      '.claude/settings.json',
      '.codex',
      '.codex/config.toml',
      '.codex/hooks.json',
      '.cursor',
      '.cursor/mcp.json',
      '.gemini',
      '.gemini/settings.json',
      '.git',
      '.github',
      '.github/hooks',
      '.github/hooks/stateroom.json',
      '.github/mcp.json',
      '.mcp.json',
      '.opencode',
      '.opencode/plugins',
      '.opencode/plugins/stateroom.js',
      '.qwen',
      '.qwen/settings.json',
      '.stateroom',
      '.stateroom/installed.json',
      '.vscode',
      '.vscode/mcp.json',
      'AGENTS.md',
      'GEMINI.md',
      'opencode.json',
    ]);
    for (const text of Object.values(treeOf(root))) {
      expect(text).not.toContain(home);
      expect(text).not.toMatch(/approval_mode|"trust"|required =/);
    }
    expect(readdirSync(home)).toEqual(['code']);
  });

  it('adds the paragraph where each agent reads it, once', async () => {
    const { root, place } = makePlaces();
    write(join(root, 'CLAUDE.md'), '# Shop\n\n@AGENTS.md\n');
    write(join(root, 'GEMINI.md'), '# For Gemini\n');
    await install(place('project'));
    expect(read(join(root, 'CLAUDE.md'))).toBe('# Shop\n\n@AGENTS.md\n');
    expect(read(join(root, 'AGENTS.md'))).toMatch(/^<!-- stateroom:begin -->\n## Stateroom\n/);
    expect(read(join(root, 'GEMINI.md'))).toMatch(/^# For Gemini\n\n<!-- stateroom:begin -->\n/);
  });

  it('writes once through a link that stays in the repository', async () => {
    const { root, place } = makePlaces();
    write(join(root, 'AGENTS.md'), '# Shop\n');
    symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'));
    mkdirSync(join(root, '.agents/skills'), { recursive: true });
    mkdirSync(join(root, '.claude'));
    symlinkSync('../.agents/skills', join(root, '.claude/skills'));
    const before = treeOf(root);
    await install(place('project'));
    expect(read(join(root, 'AGENTS.md')).match(/stateroom:begin/g)).toHaveLength(1);
    expect(readlinkSync(join(root, 'CLAUDE.md'))).toBe('AGENTS.md');
    expect((await planned(place('project'))).files.filter(isChange)).toEqual([]);
    await uninstall(place('project'));
    expect(treeOf(root)).toEqual(before);
  });
});

describe('an agent that nobody knows yet', () => {
  const invented: Agent = {
    harness: 'skiff',
    title: 'Skiff',
    connection: {
      entry: () => ({
        projectFile: '.skiff/servers.json',
        userFile: '~/.skiff/servers.json',
        language: 'json',
        text: JSON.stringify({ crew: { stateroom: { run: 'stateroom mcp' } } }),
        headless: null,
      }),
      home: { folder: '.skiff' },
      skills: '.skiff/lore',
      guides: ['SKIFF.md'],
    },
  };

  it('is installed by what its declaration says', async () => {
    const { root, place } = makePlaces();
    const before = treeOf(root);
    await install(place('project'), [invented], { known: [...agents, invented] });
    expect(Object.keys(treeOf(root)).filter(name => !name.includes('lore/'))).toEqual([
      '.git',
      '.skiff',
      '.skiff/lore',
      '.skiff/servers.json',
      '.stateroom',
      '.stateroom/installed.json',
      'SKIFF.md',
    ]);
    expect(JSON.parse(read(join(root, '.skiff/servers.json')))).toEqual({
      crew: { stateroom: { run: 'stateroom mcp' } },
    });
    expect(existsSync(join(root, '.skiff/lore/stateroom-tdd/SKILL.md'))).toBe(true);
    await uninstall(place('project'), [...agents, invented]);
    expect(treeOf(root)).toEqual(before);
  });
});
