import { describe, expect, it } from 'vitest';
import { answer, git, missingTerminal, programFile, runOnTerminal, writeIn } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';
import { installedVersion010 } from './version010/installedVersion010.js';

const program = installedVersion010().cli;

/** What a person at a terminal is answered. */
async function person(cwd: string, used: string, ...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await runOnTerminal([...words, '--json'], { cwd, program: used });
  const reply = JSON.parse(stdout.split('\n')[0] ?? '') as { ok: boolean; data: Record<string, unknown> };
  if (!reply.ok) throw new Error(`${words.join(' ')}: ${stdout}`);
  return reply.data;
}

describe.skipIf(missingTerminal !== undefined)('threads of a store that 0.1.0 wrote', () => {
  it('are named by store check, listed, and repaired when a person says so', async () => {
    const cwd = makeLaneRepository();
    for (const title of ['Merged', 'In a lane', 'Given to two', 'Waits']) {
      await answer(['queue', 'add', title, ...(title === 'Waits' ? ['--depends-on', 'W-1'] : [])], { cwd, program });
    }
    // Its lane is merged; the item stays ready, and what waits for it waits.
    const merged = await spawnLane(cwd, 'W-1', ['--no-fetch'], { actor: 'bob', program });
    await answer(['worker', 'start'], { cwd: merged.worktreePath, actor: 'bob', program });
    writeIn(merged.worktreePath, 'new.txt', 'new\n');
    git(merged.worktreePath, 'add', '--all');
    git(merged.worktreePath, 'commit', '-q', '-m', 'New');
    await answer(['worker', 'done', '--no-fetch'], { cwd: merged.worktreePath, actor: 'bob', program });
    await person(cwd, program, 'worker', 'approve', merged.lane);
    await person(cwd, program, 'worker', 'merge', merged.lane);
    // A lane that does not hold its item, one whose item another one claimed, and one without an item.
    await spawnLane(cwd, 'W-2', ['--no-fetch'], { actor: 'bob', program });
    await spawnLane(cwd, 'W-3', ['--no-fetch'], { actor: 'bob', program });
    await answer(['queue', 'claim', 'W-3'], { cwd, actor: 'eve', program });
    await spawnLane(cwd, 'login', ['--no-fetch', '--description', 'Limit logins'], { actor: 'bob', program });

    const { warnings } = await answer(['store', 'check'], { cwd });
    expect(warnings).toEqual([
      'W-1 “Merged” is still open, although its work is merged or finished.',
      'W-2 “In a lane” is not claimed, although L-2 (w2-in-a-lane) is working on it.',
      'W-3 “Given to two” is claimed by eve, although L-3 (w3-given-to-two) is working on it.',
      'L-4 (login) has no work item.',
      '4 work items do not match their tasks and lanes. List and repair them (`stateroom store repair --threads`).',
    ]);
    const repaired = await person(cwd, programFile, 'store', 'repair', '--threads', '--yes');
    expect(repaired.threads).toMatchObject([
      { ref: 'W-1', problem: 'notDone', outcome: 'repaired' },
      { ref: 'W-2', problem: 'notHeld', outcome: 'repaired' },
      { ref: 'W-3', problem: 'heldByOther', outcome: 'repaired' },
      { ref: 'L-4', problem: 'noItem', outcome: 'repaired' },
    ]);
    const { items } = await answer(['queue', 'list', '--order', 'created'], { cwd });
    const rows = (items as { ref: string; title: string; section: string; owner: string | null }[])
      .map(({ ref, title, section, owner }) => [ref, title, section, owner])
      .sort();
    expect(rows).toEqual([
      ['W-1', 'Merged', 'done', null],
      ['W-2', 'In a lane', 'in_flight', 'bob'],
      ['W-3', 'Given to two', 'in_flight', 'bob'],
      ['W-4', 'Waits', 'ready', null],
      ['W-5', 'Limit logins', 'in_flight', 'bob'],
    ]);
    expect((await person(cwd, programFile, 'store', 'repair', '--threads')).threads).toEqual([]);
    expect((await answer(['store', 'check'], { cwd })).warnings).toEqual([]);
  });
});
