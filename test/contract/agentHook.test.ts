import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreLock } from '../../src/store/engine/sqljs/before/storeLock.js';
import { realFileSystem } from '../../src/store/engine/sqljs/storeFileSystem.js';
import { answer, hashOf, makeRepository, type Run, run, storeOf } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';

const inputs = join(import.meta.dirname, '..', 'support', 'agentHookInputs');

/** Sends a hook what its agent sent when it was recorded. */
function hook(
  cwd: string,
  client: string,
  name: string,
  change: (text: string) => string = text => text,
): Promise<Run> {
  const recorded = JSON.parse(readFileSync(join(inputs, `${client}.json`), 'utf8').replaceAll('$REPOSITORY', cwd));
  const { event, input } = recorded[name] as { event: string; input: unknown };
  return run(['agent-hook', client, event], { cwd, input: change(JSON.stringify(input)) });
}

const nothing = { code: 0, signal: null, stdout: '', stderr: '' };
const theirs =
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"src/a.ts is owned by L-1 (login), which is active. Leave it to that lane, or wait until it is merged."}}\n';

describe('a hook of an agent', () => {
  it('is answered by the program, in the agent’s own format', async () => {
    const repository = makeLaneRepository();
    await spawnLane(repository, 'login', ['--owns', 'src/**']);
    expect(await hook(repository, 'claude', 'beforeEdit')).toEqual({ ...nothing, stdout: theirs });
    expect(await hook(repository, 'codex', 'beforePatch')).toEqual({ ...nothing, stdout: theirs });
    const { stdout } = await hook(repository, 'codex', 'sessionStart');
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { hookEventName: 'SessionStart' } });
    const { events } = (await answer(['events', 'tail', '--type', 'owned_path_violated'], {
      cwd: repository,
    })) as unknown as { events: readonly { actor: string }[] };
    expect(events.map(({ actor }) => actor).sort()).toEqual(['claude-code-7e0c32', 'codex-35ca38']);
  });

  it('has nothing to say without a repository or a store, and makes none', async () => {
    const repository = makeRepository();
    expect(await hook(repository, 'claude', 'sessionStart')).toEqual(nothing);
    expect(await hook(repository, 'claude', 'beforeBash', text => text.replace('echo hi', 'git commit -n'))).toEqual(
      nothing,
    );
    expect(hashOf(storeOf(repository))).toBe('absent');
    expect(await run(['agent-hook', 'claude', 'SessionStart'], { cwd: '/', input: '{"cwd":"/"}' })).toEqual(nothing);
  });

  it('lets the agent go on where it cannot be answered, and says so on stderr', async () => {
    const repository = makeRepository();
    await answer(['queue', 'add', 'Limit the rate'], { cwd: repository });
    const said = async (words: readonly string[], input: string) => {
      const { code, stdout, stderr } = await run(words, { cwd: repository, input });
      return [code, stdout, stderr.split('\n')[0]];
    };
    expect(await said(['agent-hook', 'claude', 'PreToolUse'], '{"cwd":')).toEqual([
      0,
      '',
      'stateroom: The hook failed: Unexpected end of JSON input',
    ]);
    expect(await said(['agent-hook', 'nobody', 'PreToolUse'], '{}')).toEqual([
      0,
      '',
      'stateroom: The hook failed: no agent “nobody”; known are claude, codex, copilot, gemini, opencode, qwen',
    ]);
    // As install names it.
    expect(await said(['agent-hook', 'claude-code', 'PreToolUse'], '{"cwd":')).toEqual([
      0,
      '',
      'stateroom: The hook failed: Unexpected end of JSON input',
    ]);
    // To an agent, exit code 2 would be a refusal.
    expect(await said(['agent-hook', 'claude'], '{}')).toEqual([
      0,
      '',
      'stateroom: stateroom agent-hook needs <event>.',
    ]);
    expect(await said(['agent-hook', 'claude', 'PreToolUse', '--later'], '{}')).toEqual([
      0,
      '',
      'stateroom: stateroom agent-hook has no flag --later.',
    ]);
    expect(await said(['agent-hook', 'claude', 'Later'], '{}')).toEqual([0, '', '']);
  });

  it('lets the agent go on with a store that is damaged', async () => {
    const repository = makeLaneRepository();
    await spawnLane(repository, 'login', ['--owns', 'src/**']);
    for (const entry of readdirSync(storeOf(repository), { withFileTypes: true })) {
      if (entry.isFile()) writeFileSync(join(storeOf(repository), entry.name), 'not a store');
    }
    for (const [client, name] of [
      ['claude', 'sessionStart'],
      ['claude', 'beforeEdit'],
      ['codex', 'sessionStart'],
      ['codex', 'beforePatch'],
    ] as const) {
      const { code, stdout } = await hook(repository, client, name);
      expect([code, stdout]).toEqual([0, '']);
    }
  });

  it('waits for no one who has locked the store', async () => {
    const repository = makeLaneRepository();
    await spawnLane(repository, 'login', ['--owns', 'src/**']);
    const lock = new StoreLock({
      directory: storeOf(repository),
      files: realFileSystem,
      timeoutMs: 10_000,
      sleep: () => undefined,
    });
    await lock.acquire();
    try {
      const began = performance.now();
      const { code, stdout, stderr } = await hook(repository, 'claude', 'beforeEdit');
      expect([code, stdout]).toEqual([0, theirs]);
      expect(stderr).toBe('');
      expect(performance.now() - began).toBeLessThan(8000);
      expect(await hook(repository, 'claude', 'sessionStart')).toMatchObject({ code: 0, stderr: '' });
    } finally {
      lock.release();
      lock.close();
    }
  });
});
