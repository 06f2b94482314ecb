import type { Agent } from './agent.js';
import { commandAndArgs, connectionName, envOf, json } from './serverProgram.js';

export const claudeCode: Agent = {
  harness: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  marks: ['CLAUDECODE', 'CLAUDE_CODE'],
  sessions: ['CLAUDE_CODE_SESSION_ID'],
  models: ['ANTHROPIC_MODEL'],
  // The first is that of the running turn.
  efforts: ['CLAUDE_EFFORT', 'CLAUDE_CODE_EFFORT_LEVEL'],
  otherNames: ['claude'],
  worktrees: { folder: /\/\.claude\/worktrees\//, branch: /^claude\// },
  settings: ['.claude', '.mcp.json'],
  documents: ['CLAUDE.md'],
  connection: {
    entry: program => ({
      projectFile: '.mcp.json',
      userFile: '~/.claude.json',
      language: 'json',
      text: json({
        mcpServers: { [connectionName]: { type: 'stdio', ...commandAndArgs(program), ...envOf(program) } },
      }),
      headless: 'claude -p "<prompt>" --allowedTools mcp__stateroom',
    }),
    steps: t => ({
      project: t('Start `claude` here once: it asks whether to trust the folder and the server of .mcp.json.'),
    }),
    home: { folder: '.claude', variable: 'CLAUDE_CONFIG_DIR' },
    hooks: { user: '~/.claude/settings.json', project: '.claude/settings.json' },
    skills: '.claude/skills',
    // Claude Code ignores AGENTS.md if there is a CLAUDE.md.
    guides: ['CLAUDE.md', 'AGENTS.md'],
    allowed: { userFile: '~/.claude/settings.json', keys: ['permissions', 'allow'], member: 'mcp__stateroom' },
  },
  acp: {
    command: ['claude-agent-acp'],
    adapter: {
      package: '@agentclientprotocol/claude-agent-acp@0.101.0',
      size: 402,
      variable: 'CLAUDE_CODE_EXECUTABLE',
      program: 'claude',
    },
    mode: 'default',
    guards: { hooks: true, permissions: true, sandbox: false },
    credentials: [/^ANTHROPIC_(?:.*_)?(?:KEY|TOKEN|HEADERS)$/, /^CLAUDE_CODE_(?:.*_)?TOKEN$/],
    tried: '0.101.0',
  },
};
