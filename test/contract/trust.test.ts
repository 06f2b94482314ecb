import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, makeDirectory, missingTerminal, run, runOnTerminal, writeIn } from './cliRig.js';
import { laneTraces, makeLaneRepository } from './laneRig.js';
import { connect } from './mcpRig.js';

describe.skipIf(missingTerminal !== undefined)(`a fresh clone with commands${missingTerminal ?? ''}`, () => {
  it('runs them for nobody until a person at a terminal trusts them', async () => {
    const home = makeDirectory();
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'settings'), APPDATA: join(home, 'settings') };
    const cwd = makeLaneRepository();
    const canary = join(home, 'canary');
    writeIn(cwd, '.stateroom/config.json', JSON.stringify({ lane: { setup: [`touch ${canary}`] } }));
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-q', '-m', 'Configure');
    git(cwd, 'push', '-q', 'origin', 'main');
    const before = laneTraces(cwd);
    const why = `No person has trusted these commands in lane.setup for this clone: \`touch ${canary}\`.`;

    const byAgent = await run(['worker', 'spawn', 'login'], { cwd, env });
    expect(byAgent.code).toBe(1);
    expect(byAgent.stderr).toContain(why);
    expect(byAgent.stderr).toContain(
      'A person can trust them, in VS Code with “Review Repository Commands…” or in a terminal with `stateroom trust grant`;',
    );
    const server = await connect({ cwd, env, actor: 'agent-a' });
    const overMcp = await server.call('dispatch_lane_work', { action: 'spawn', lane: 'login' });
    expect(overMcp).toMatchObject({ isError: true, text: expect.stringContaining(why) });
    const byPerson = await runOnTerminal(['worker', 'spawn', 'login'], { cwd, env });
    expect(byPerson.code).toBe(1);
    expect(byPerson.stdout.replace(/\s+/g, ' ')).toContain('`stateroom trust show`');

    // An agent is one at a terminal too, and no tool of the server grants anything.
    const marked = await runOnTerminal(['trust', 'grant'], { cwd, env: { ...env, CLAUDECODE: '1' } });
    expect([marked.code, marked.stdout]).toEqual([1, expect.stringContaining('Not allowed for an agent.')]);
    expect((await run(['trust', 'grant'], { cwd, env })).code).toBe(1);
    const { tools } = await server.client.listTools();
    expect(JSON.stringify(tools)).not.toMatch(/trust|grant/);
    expect([existsSync(join(home, 'settings')), existsSync(canary)]).toEqual([false, false]);
    expect(laneTraces(cwd)).toEqual(before);

    const shown = await run(['trust', 'show'], { cwd, env });
    expect(shown.stdout).toBe(
      `Not trusted in this clone:\n  lane.setup     touch ${canary}\nTo trust these commands in this clone: stateroom trust grant\n`,
    );
    const granted = await runOnTerminal(['trust', 'grant'], { cwd, env });
    expect([granted.code, granted.stdout]).toEqual([
      0,
      expect.stringContaining(`Trusted in this clone:\n  lane.setup     touch ${canary}`),
    ]);
    expect(statSync(join(home, 'settings', 'stateroom', 'trust')).mode & 0o777).toBe(0o700);
    const spawned = await server.call('dispatch_lane_work', { action: 'spawn', lane: 'login' });
    expect([spawned.isError, existsSync(canary)]).toEqual([false, true]);
    const revoked = await runOnTerminal(['trust', 'revoke'], { cwd, env });
    expect(revoked.stdout).toContain('Revoked. Stateroom no longer runs the repository’s commands in this clone.');
    expect((await run(['worker', 'spawn', 'cart'], { cwd, env })).code).toBe(1);
  });
});
