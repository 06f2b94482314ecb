import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, missingTerminal, writeIn } from '../cliRig.js';
import { nothingLeft } from './storyEnd.js';
import { Story } from './storyRig.js';

describe.skipIf(missingTerminal !== undefined)('a work item', () => {
  it('is done by a person alone, without a lane', async () => {
    const story = new Story();
    await story.person('queue', 'add', 'Fix the typo');
    await story.person('queue', 'add', 'Print it', '--depends-on', 'W-1');
    expect(await story.person('queue', 'claim', 'W-1')).toMatchObject({ item: { owner: 'Ann', leaseUntil: null } });
    expect(await story.end()).toEqual({
      ...nothingLeft,
      items: ['W-1 in_flight Ann', 'W-2 blocked'],
      lanes: [],
      tasks: [],
      inProgress: ['W-1 Ann in_flight'],
    });
    story.commit(story.cwd, 'README.md');
    story.push();
    await story.person('queue', 'resolve', 'W-1', '--status', 'done');
    await story.person('queue', 'claim', 'W-2');
    await story.person('queue', 'resolve', 'W-2', '--status', 'done');
    expect(await story.end()).toEqual({ ...nothingLeft, items: ['W-1 done', 'W-2 done'], lanes: [], tasks: [] });
  });

  it('is claimed by next over MCP, worked on in main, and not handed out twice', async () => {
    const story = new Story();
    await story.person('queue', 'add', 'Round the fares');
    await story.person('queue', 'add', 'Show the fares', '--depends-on', 'W-1');
    const [first, second] = [await story.connect('bob'), await story.connect('eve')];
    expect(await first.done('next')).toMatchObject({ item: { ref: 'W-1', owner: 'bob' } });
    expect((await second.items('next')).text).toContain('No work item is ready: 1 in progress, 1 blocked');
    story.commit(story.cwd, 'fares.ts');
    story.push();
    expect((await second.items('resolve', { id: 'W-1', status: 'done' })).isError).toBe(true);
    await first.done('resolve', { id: 'W-1', status: 'done', notes: 'To the cent' });
    expect(await second.done('next')).toMatchObject({ item: { ref: 'W-2', owner: 'eve' } });
    expect(await story.end()).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 in_flight eve'],
      lanes: [],
      tasks: [],
      inProgress: ['W-2 eve in_flight'],
    });
    await second.done('resolve', { id: 'W-2', status: 'done' });
    expect(await story.end()).toEqual({ ...nothingLeft, items: ['W-1 done', 'W-2 done'], lanes: [], tasks: [] });
  });

  it('has a lane that a person opens for an agent, who finds it there', async () => {
    const story = new Story();
    await story.person('queue', 'add', 'Limit logins', '--id', 'login');
    await story.person('queue', 'add', 'Show the limit', '--depends-on', 'W-1');
    const lane = await story.opens('W-1');
    expect(await story.end()).toEqual({
      items: ['W-1 in_flight Ann', 'W-2 blocked'],
      lanes: ['L-1 login active'],
      tasks: [],
      needsYou: [],
      inProgress: ['W-1 Ann ASSIGNED'],
      worktrees: ['repository', 'login'],
      branches: ['feature/login', 'main'],
      remote: ['main'],
    });
    const bob = await story.connect('bob', lane.worktreePath);
    expect(await bob.done('next')).toMatchObject({ item: { ref: 'W-1' } });
    expect(await story.refused('eve', story.cwd, 'queue', 'next')).toContain('1 in progress, 1 blocked');
    await story.worksIn('bob', lane, 'limit.ts');
    await bob.close();
    expect(await story.end()).toMatchObject({
      items: ['W-1 in_flight bob', 'W-2 blocked'],
      lanes: ['L-1 login review'],
      needsYou: ['approval L-1'],
      inProgress: ['W-1 bob IN_REVIEW'],
    });
    await story.merges('login');
    story.push();
    expect(readFileSync(join(story.cwd, 'limit.ts'), 'utf8')).toBe('limit.ts\n');
    expect(await story.end()).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 ready'],
      lanes: ['L-1 login merged'],
      tasks: [],
    });
  });

  it('is added for a task that is started without one, and done with it', async () => {
    const story = new Story();
    const started = await story.agent('bob', story.cwd, 'task', 'start', 'Round the fares', '--ref', 'fares-1');
    const { workTree } = started.task as { workTree: string };
    expect(await story.end()).toEqual({
      items: ['W-1 in_flight bob'],
      lanes: [],
      tasks: ['T-1 in_progress'],
      needsYou: [],
      inProgress: ['W-1 bob in_progress'],
      worktrees: ['repository', 'fares-1'],
      branches: ['feature/fares-1', 'main'],
      remote: ['main'],
    });
    await story.agent('bob', workTree, 'slice', 'start', 'Round', '--test', 'test -f fares.ts');
    story.commit(workTree, 'fares.ts');
    await story.agent('bob', workTree, 'evidence', 'run', '--', 'test', '-f', 'fares.ts');
    await story.agent('bob', workTree, 'slice', 'close', '--rationale', rationale(story.cwd));
    git(story.cwd, 'merge', '-q', '--no-ff', '-m', 'Round the fares', 'feature/fares-1');
    story.push();
    await story.agent('bob', workTree, 'evidence', 'run', '--', 'test', '-f', 'fares.ts');
    await story.agent('bob', story.cwd, 'task', 'finish', 'T-1');
    expect(await story.end()).toEqual({
      ...nothingLeft,
      items: ['W-1 done'],
      lanes: [],
      tasks: ['T-1 done archived'],
    });
  });

  it('is one of three that a light task does', async () => {
    const story = new Story();
    for (const title of ['Fix the title', 'Fix the footer', 'Fix the help']) await story.person('queue', 'add', title);
    await story.person('queue', 'add', 'Print all', '--depends-on', 'W-2,W-3');
    git(story.cwd, 'switch', '-q', '-c', 'typos');
    const bob = await story.connect('bob');
    const light = { action: 'start', light: true, objective: 'Fix the typos', workItem: ['W-1', 'W-2', 'W-3'] };
    expect((await bob.call('switch_task', light)).data).toMatchObject({ workItems: ['W-1', 'W-2', 'W-3'] });
    expect(await story.end()).toEqual({
      items: ['W-1 in_flight bob', 'W-2 in_flight bob', 'W-3 in_flight bob', 'W-4 blocked'],
      lanes: [],
      tasks: ['T-1 in_progress'],
      needsYou: [],
      inProgress: ['W-1 bob in_progress', 'W-2 bob in_progress', 'W-3 bob in_progress'],
      worktrees: ['repository'],
      branches: ['main', 'typos'],
      remote: ['main'],
    });
    story.commit(story.cwd, 'words.md');
    expect((await bob.call('evidence', { command: ['test -f words.md'] })).data).toMatchObject({ exitCode: 0 });
    expect((await bob.call('set_handoff_state', { action: 'finish' })).data).toMatchObject({
      task: { status: 'done' },
    });
    git(story.cwd, 'switch', '-q', 'main');
    git(story.cwd, 'merge', '-q', 'typos');
    git(story.cwd, 'branch', '-q', '-d', 'typos');
    story.push();
    expect(await story.end()).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 done', 'W-3 done', 'W-4 ready'],
      lanes: [],
      tasks: ['T-1 done archived'],
    });
  });
});

/** A file that says all that the end of a slice has to say. */
function rationale(cwd: string): string {
  const headings = ['Changes', 'Verification', 'Schema / Contract Changes', 'Open Threads'];
  return writeIn(cwd, '../rationale.md', headings.map(heading => `## ${heading}\nNone\n`).join('\n'));
}
