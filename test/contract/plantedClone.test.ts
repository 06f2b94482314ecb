import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, hashOf, makeDirectory, makeRepository, missingTerminal, runOnTerminal, writeIn } from './cliRig.js';

describe.skipIf(missingTerminal !== undefined)(`a clone in which something is planted${missingTerminal ?? ''}`, () => {
  it('has nothing outside, and nothing of .git, read or written by install, update, uninstall, doctor and hooks', async () => {
    const home = makeDirectory();
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'settings'), APPDATA: join(home, 'settings') };
    writeIn(home, 'outside/credentials', 'aws_secret_access_key = canary\n');
    mkdirSync(join(home, 'outside', 'empty'));
    const origin = makeRepository();
    const at = (name: string) => join(origin, name);
    symlinkSync('.git', at('notes'));
    symlinkSync('.git/hooks', at('.agents'));
    symlinkSync('/dev/zero', at('CLAUDE.md'));
    symlinkSync('../outside', at('.husky'));
    writeIn(origin, '.mcp.json', '{"mcpServers": {"stateroom": {"command": "./.evil"}}}\n');
    git(origin, 'add', '.');
    git(origin, 'commit', '-q', '-m', 'Plant');
    const cwd = join(home, 'clone');
    git(home, 'clone', '-q', origin, cwd);
    // Who publishes an address knows what a clone of it has in .git/config.
    const after = createHash('sha256')
      .update(readFileSync(join(cwd, '.git', 'config')))
      .digest('hex');
    const removed = '[core]\n\tfsmonitor = "touch ../started; false"\n';
    const undo = { at: 0, removed, added: 0 };
    const file = {
      path: 'notes/config',
      created: false,
      folders: [],
      after,
      undo,
      pieces: [{ kind: 'file', hash: after }],
    };
    const list = { version: 1, stateroom: '0.1.0', agents: ['codex'], folders: ['../outside/empty'], files: [file] };
    writeIn(cwd, '.stateroom/installed.json', JSON.stringify(list));
    const dotGit = (name: string) => join(cwd, '.git', name);
    const state = () => [
      ...['hooks', 'info', 'refs'].map(name => hashOf(dotGit(name))),
      ...['config', 'HEAD'].map(name => readFileSync(dotGit(name), 'utf8')),
      hashOf(join(home, 'outside')),
    ];
    const before = state();

    const sentences: Record<string, readonly string[]> = {
      'install --project --agents claude-code,codex --yes': [
        '! CLAUDE.md leads out of the repository, so it was left as it is.',
        '! .agents/skills/stateroom-tdd/SKILL.md leads into a git directory, so it was left as it is.',
        '! .mcp.json: its entry “stateroom” starts ./.evil, not Stateroom.',
      ],
      'install --check --project': ['.mcp.json: its entry “stateroom” starts ./.evil, not Stateroom.'],
      'update --project --yes': ['! notes/config is in the list of what was installed, but is not a file that'],
      'hooks install': ['.husky/pre-commit is behind a link out of this worktree or into a git directory, so no hook'],
      doctor: ['broken  mcp'],
      'uninstall --project --yes': ['! notes/config is in the list of what was installed, but is not a file that'],
    };
    for (const [line, said] of Object.entries(sentences)) {
      const { code, stdout } = await runOnTerminal(line.split(' '), { cwd, env: { ...env, NO_COLOR: '1' } });
      for (const sentence of said) expect(stdout.replace(/\s+/g, ' '), line).toContain(sentence.replace(/\s+/g, ' '));
      expect([line, code]).toEqual([line, 1]);
      expect(state(), line).toEqual(before);
    }
    git(cwd, 'status');
    expect(existsSync(join(home, 'started'))).toBe(false);
  });
});
