import { expect, it } from 'vitest';
import { type Planted, planted } from '../../test/support/plantedRig.js';

async function recorded(clone: Planted) {
  const { stdout } = await clone.run('events tail --type attempt_refused --json');
  const { events } = JSON.parse(stdout).data as { events: { actor: string; payload: Record<string, string> }[] };
  return events.map(({ payload: { operation, about, why } }) => [operation, about, why].join(' | ')).sort();
}

it('what an install leaves as it is goes on record once where there is a store, and nothing of a look at it', async () => {
  const clone = planted();
  clone.link('CLAUDE.md', '.git/config');
  clone.write('.mcp.json', '{"mcpServers": {"stateroom": {"command": "./.evil"}}}\n');
  clone.write('.claude/settings.json', '{"hooks": [');
  const install = 'install --project --agents claude-code --yes';
  expect((await clone.run(install)).code).toBe(1);
  expect((await clone.run('queue add x')).code).toBe(0);
  await clone.run(`${install} --dry-run`);
  await clone.run('install --check --project');
  await clone.run(`${install} --without nonsense`);
  expect(await recorded(clone)).toEqual([]);
  for (const _ of [1, 2]) await clone.run(install);
  expect(await recorded(clone)).toEqual([
    'install | .mcp.json | .mcp.json: its entry “stateroom” starts ./.evil, not Stateroom.',
    'install | CLAUDE.md | CLAUDE.md leads into a git directory.',
  ]);
});

it('a list that cannot be read goes on record', async () => {
  const clone = planted();
  await clone.run('queue add x');
  clone.link('.stateroom/installed.json', '../.git/config');
  for (const line of ['update --project --yes', 'uninstall --project --yes']) {
    expect((await clone.run(line)).code).not.toBe(0);
  }
  expect(await recorded(clone)).toEqual([
    'uninstall | .stateroom/installed.json | .stateroom/installed.json leads into a git directory.',
    'update | .stateroom/installed.json | .stateroom/installed.json leads into a git directory.',
  ]);
});
