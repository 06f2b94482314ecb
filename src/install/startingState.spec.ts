import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install, makePlaces, named, planned, read, treeOf, uninstall, write } from '../../test/support/installRig.js';
import type { Agent } from '../domain/agent/agent.js';
import { isChange } from './install.js';

/** A state of the files, by the path below the root. */
interface Start {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
}

const mcp = (text: string): Start['files'] => ({ '.mcp.json': text });
const starts: readonly Start[] = [
  { title: 'nothing', files: {} },
  { title: 'an empty file', files: mcp('') },
  { title: 'an empty object', files: mcp('{}') },
  { title: 'an object without servers', files: mcp('{"other": 1}\n') },
  { title: 'servers that are empty', files: mcp('{"mcpServers": {}}') },
  { title: 'entries of others', files: mcp('{\n  "mcpServers": {\n    "db": { "command": "db" }\n  }\n}\n') },
  { title: 'comments', files: mcp('// mine\n{\n  /* all */\n  "mcpServers": {\n    "a": {} // last\n  }\n}\n') },
  { title: 'tabs', files: mcp('{\n\t"mcpServers": {\n\t\t"a": {}\n\t}\n}\n') },
  { title: 'four spaces', files: mcp('{\n    "mcpServers": {\n        "a": {}\n    }\n}') },
  { title: 'CRLF', files: mcp('{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n') },
  { title: 'a byte order mark', files: mcp('\ufeff{\n  "mcpServers": {}\n}\n') },
  { title: 'trailing commas', files: mcp('{\n  "mcpServers": {\n    "a": {},\n  },\n}\n') },
  { title: 'one line', files: mcp('{"mcpServers":{"a":{"command":"a"}},"b":[1,2]}') },
  { title: 'keys that look like prototypes', files: mcp('{"__proto__": {"x": 1}, "constructor": 2}\n') },
  { title: 'large numbers', files: mcp('{"n": 12345678901234567890, "f": 1.10}\n') },
  {
    title: 'TOML of others',
    files: { '.codex/config.toml': '# mine\nmodel = "x"\n\n[mcp_servers.db]\ncommand = "db"\n' },
  },
  { title: 'TOML with CRLF', files: { '.codex/config.toml': 'model = "x"\r\n[a]\r\nb = 1\r\n' } },
  { title: 'TOML without a last line end', files: { '.codex/config.toml': 'model = "x"' } },
  {
    title: 'TOML with a string of many lines',
    files: { '.codex/config.toml': 'a = """\n[mcp_servers.stateroom]\n"""\n' },
  },
  {
    title: 'TOML with dates and large numbers',
    files: { '.codex/config.toml': 'a = 1979-05-27T07:32:00Z\nb = 9007199254740993\n' },
  },
  { title: 'a list of permissions', files: { '.claude/settings.json': '{"permissions": {"allow": ["Bash(ls)"]}}\n' } },
  {
    title: 'a list of permissions that is empty',
    files: { '.claude/settings.json': '{"permissions": {"allow": []}}\n' },
  },
  {
    title: 'hooks of others',
    files: {
      '.claude/settings.json':
        '{\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine" }] }\n    ]\n  }\n}\n',
    },
  },
  { title: 'AGENTS.md', files: { 'AGENTS.md': '# Shop\n\nBuild with make.\n' } },
  { title: 'AGENTS.md with CRLF', files: { 'AGENTS.md': '# Shop\r\n\r\nBuild with make.\r\n' } },
  { title: 'AGENTS.md without a last line end', files: { 'AGENTS.md': '# Shop' } },
  { title: 'AGENTS.md with blank lines at its end', files: { 'AGENTS.md': '# Shop\n\n\n' } },
  { title: 'opencode.jsonc', files: { 'opencode.jsonc': '{\n  // theme\n  "theme": "dark"\n}\n' } },
  { title: 'settings of Gemini', files: { '.gemini/settings.json': '{\n  "general": { "vimMode": true }\n}\n' } },
  { title: 'skills of others', files: { '.agents/skills/mine/SKILL.md': '---\nname: mine\n---\n' } },
  { title: 'an empty folder of its own', files: { '.stateroom/config.json': '{}\n' } },
];

for (const scope of ['user', 'project'] as const) {
  describe.each(starts)(`for a ${scope}, from $title`, ({ files }) => {
    const prepare = () => {
      const places = makePlaces();
      const { home, root } = places;
      for (const [name, text] of Object.entries(files)) {
        const moved = scope === 'user' ? userName(name) : name;
        write(join(scope === 'user' ? home : root, moved), text, 0o640);
      }
      return { ...places, before: treeOf(home) };
    };

    it('changes nothing when it is done again, and everything is as before without it', async () => {
      const { home, place, before } = prepare();
      await install(place(scope), agentsOf(files));
      const installed = treeOf(home);
      expect((await install(place(scope), agentsOf(files))).files.filter(isChange)).toEqual([]);
      expect(treeOf(home)).toEqual(installed);
      await uninstall(place(scope));
      expect(treeOf(home)).toEqual(before);
    });

    it('leaves what others write afterwards', async () => {
      const { home, place } = prepare();
      const name = Object.keys(files)[0] ?? '.mcp.json';
      const moved = scope === 'user' ? userName(name) : name;
      const path = join(scope === 'user' ? home : join(home, 'code', 'shop'), moved);
      await install(place(scope), agentsOf(files));
      if (!existsSync(path)) return;
      const mine = moved.endsWith('.md') || moved.endsWith('.toml') ? '# added later\n' : '// added later\n';
      writeFileSync(path, read(path) + mine);
      expect((await planned(place(scope), [])).files.filter(isChange)).toEqual([]);
      await uninstall(place(scope));
      expect(read(path)).toContain(mine);
      expect(read(path)).not.toContain('"stateroom"');
      expect(read(path)).not.toMatch(/mcp_servers\.stateroom\]\ncommand|stateroom:begin/);
      expect(existsSync(join(home, '.config/stateroom'))).toBe(false);
    });
  });
}

/** The file of a person that has the shape of this one of a repository. */
function userName(name: string): string {
  if (name === '.mcp.json') return '.claude.json';
  if (name === 'AGENTS.md') return '.copilot/copilot-instructions.md';
  if (name === 'opencode.jsonc') return '.config/opencode/opencode.jsonc';
  return name;
}

/** Those that read these files, to keep it short. */
function agentsOf(files: Start['files']): Agent[] {
  const [name = ''] = Object.keys(files);
  if (name.startsWith('.codex')) return named('codex');
  if (name === 'AGENTS.md') return named('copilot');
  if (name.startsWith('opencode')) return named('opencode');
  if (name.startsWith('.gemini')) return named('gemini');
  return name.startsWith('.agents') ? named('codex', 'vscode') : named('claude-code');
}
