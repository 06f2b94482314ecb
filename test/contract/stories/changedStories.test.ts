import { describe, expect, it } from 'vitest';
import { answer, git, missingTerminal, userNode } from '../cliRig.js';
import { nothingLeft } from './storyEnd.js';
import { Story } from './storyRig.js';

/** An agent that adds a file, submits and goes on without a word. */
const submitsAndHangs = `
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const [file] = process.argv.slice(2);
const call = (program, ...words) => execFileSync(program, words, { stdio: 'inherit' });
writeFileSync(file, 'new\\n');
call('git', 'add', '.');
call('git', 'commit', '-q', '-m', file);
call('stateroom', 'worker', 'done');
setInterval(() => undefined, 1000);
`;

describe.skipIf(missingTerminal !== undefined)('work that does not go straight on', () => {
  it('is done in two lanes, and ends with the second', async () => {
    const story = new Story();
    await story.person('queue', 'add', 'Limit logins', '--id', 'login');
    await story.person('queue', 'add', 'Show the limit', '--depends-on', 'W-1');
    const one = await story.opens('W-1');
    const two = await story.opens('W-1', '--new');
    await story.worksIn('bob', one, 'limit.ts');
    await story.agent('eve', two.worktreePath, 'worker', 'start');
    await story.merges('login');
    expect(await story.end()).toEqual({
      items: ['W-1 in_flight eve', 'W-2 blocked'],
      lanes: ['L-1 login merged', 'L-2 login-2 active'],
      tasks: [],
      needsYou: [],
      inProgress: ['W-1 eve WORKING'],
      worktrees: ['repository', 'login-2'],
      branches: ['feature/login-2', 'main'],
      remote: ['main'],
    });
    await story.worksIn('eve', two, 'limit.test.ts');
    await story.merges('login-2');
    story.push();
    expect(await story.end()).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 ready'],
      lanes: ['L-1 login merged', 'L-2 login-2 merged'],
      tasks: [],
    });
  });

  it('is reopened after its merge: a new lane, and what depends on it waits or is told', async () => {
    const story = new Story();
    await story.person('queue', 'add', 'Limit logins', '--id', 'login');
    await story.person('queue', 'add', 'Show the limit', '--id', 'show', '--depends-on', 'W-1');
    await story.person('queue', 'add', 'Write of it', '--id', 'write', '--depends-on', 'W-1');
    await story.worksIn('bob', await story.opens('W-1'), 'limit.ts');
    await story.merges('login');
    const write = await story.opens('W-3');
    await story.agent('eve', write.worktreePath, 'worker', 'start');

    await story.person('queue', 'reopen', 'W-1', '--reason', 'It counts twice');
    const { messages } = await story.agent('eve', write.worktreePath, 'message', 'list');
    expect((messages as { subject: string }[]).map(({ subject }) => subject)).toEqual([
      'W-1 was reopened. Your work item W-3 depends on it.',
    ]);
    expect(await story.end()).toEqual({
      items: ['W-1 ready', 'W-2 blocked', 'W-3 in_flight eve'],
      lanes: ['L-1 login merged', 'L-2 write active'],
      tasks: [],
      needsYou: [],
      inProgress: ['W-3 eve WORKING'],
      worktrees: ['repository', 'write'],
      branches: ['feature/write', 'main'],
      remote: ['main'],
    });

    expect(await story.agent('bob', story.cwd, 'queue', 'next')).toMatchObject({ item: { ref: 'W-1' } });
    const again = await story.agent('bob', story.cwd, 'worker', 'spawn', 'W-1');
    expect(again).toMatchObject({ lane: 'login-2', branch: 'feature/login-2' });
    await story.worksIn('bob', { ...write, worktreePath: String(again.worktreePath) }, 'once.ts');
    await story.worksIn('eve', write, 'words.md');
    await story.person('worker', 'approve', 'write');
    expect(await story.personRefused('worker', 'merge', 'write')).toBe(
      'L-2 (write) was not merged: W-3 “Write of it” waits for W-1.',
    );
    await story.merges('login-2');
    await story.person('worker', 'merge', 'write');
    story.push();
    expect(await story.end()).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 ready', 'W-3 done'],
      lanes: ['L-1 login merged', 'L-2 write merged', 'L-3 login-2 merged'],
      tasks: [],
    });
  });

  it('loses its agent in review, which is news only once changes are requested', async () => {
    const story = new Story();
    story.commit(story.cwd, 'agent.mjs', submitsAndHangs);
    await story.person('queue', 'add', 'Limit logins', '--id', 'login');
    await story.opens('W-1', '--no-fetch');
    const agentStarts = async (file: string): Promise<number> => {
      await story.person('worker', 'start', 'login', '--', userNode, 'agent.mjs', file);
      for (;;) {
        const { state, worker } = await answer(['worker', 'show', 'login'], { cwd: story.cwd });
        const { program } = worker as { program: { pid: number; endedAt: string | null } };
        if (program.endedAt !== null) throw new Error(`The agent ended as ${state}.`);
        if (state === 'IN_REVIEW') return program.pid;
      }
    };
    const ends = async (pid: number): Promise<void> => {
      process.kill(pid, 'SIGKILL');
      for (let ended = false; !ended; ) {
        const { worker } = await answer(['worker', 'show', 'login'], { cwd: story.cwd });
        ended = (worker as { program: { endedAt: string | null } }).program.endedAt !== null;
      }
    };
    await ends(await agentStarts('limit.ts'));
    expect(await story.end()).toEqual({
      items: ['W-1 in_flight node-login'],
      lanes: ['L-1 login review'],
      tasks: [],
      needsYou: ['approval L-1'],
      inProgress: ['W-1 node-login IN_REVIEW'],
      worktrees: ['repository', 'login'],
      branches: ['feature/login', 'main'],
      remote: ['main'],
    });
    await story.person('worker', 'request-changes', 'login', '-m', 'Test it');
    expect(await story.end()).toMatchObject({
      items: ['W-1 in_flight node-login'],
      lanes: ['L-1 login active'],
      needsYou: ['changes L-1'],
    });
    await ends(await agentStarts('limit.test.ts'));
    await story.merges('login');
    story.push();
    expect(git(story.cwd, 'ls-tree', '--name-only', 'main')).toBe('agent.mjs\nlimit.test.ts\nlimit.ts\n');
    expect(await story.end()).toEqual({
      ...nothingLeft,
      items: ['W-1 done'],
      lanes: ['L-1 login merged'],
      tasks: [],
    });
  });

  it('is cancelled and given to another, in the same lane or by the queue', async () => {
    const story = new Story();
    await story.person('queue', 'add', 'Limit logins', '--id', 'login');
    await story.person('queue', 'add', 'Keep the cart', '--id', 'cart');
    await story.person('queue', 'add', 'Show both', '--id', 'show', '--depends-on', 'W-1,W-2');
    const login = await story.opens('W-1');
    const cart = await story.opens('W-2');
    for (const { worktreePath } of [login, cart]) await story.agent('bob', worktreePath, 'worker', 'start');
    story.commit(login.worktreePath, 'half.ts');
    story.commit(cart.worktreePath, 'wrong.ts');

    expect(await story.person('worker', 'cancel', 'login', '--outcome', 'reassign')).toMatchObject({
      state: 'ASSIGNED',
      worktreePath: login.worktreePath,
    });
    await story.person('worker', 'cancel', 'cart');
    expect(await story.end()).toEqual({
      items: ['W-1 in_flight Ann', 'W-2 ready', 'W-3 blocked'],
      lanes: ['L-1 login active', 'L-2 cart closed'],
      tasks: [],
      needsYou: [],
      inProgress: ['W-1 Ann ASSIGNED'],
      worktrees: ['repository', 'login'],
      branches: ['feature/cart', 'feature/login', 'main'],
      remote: ['main'],
    });

    await story.worksIn('eve', login, 'whole.ts');
    expect(await story.agent('eve', story.cwd, 'queue', 'next')).toMatchObject({ item: { ref: 'W-2', owner: 'eve' } });
    const again = await story.agent('eve', story.cwd, 'worker', 'spawn', 'W-2');
    expect(again).toMatchObject({ lane: 'cart-2', branch: 'feature/cart-2' });
    await story.worksIn('eve', { ...cart, worktreePath: String(again.worktreePath) }, 'right.ts');
    await story.merges('login');
    await story.merges('cart-2');
    story.push();
    expect(git(story.cwd, 'ls-tree', '--name-only', 'main')).toBe('half.ts\nright.ts\nwhole.ts\n');
    expect(await story.end()).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 done', 'W-3 ready'],
      lanes: ['L-1 login merged', 'L-2 cart closed', 'L-3 cart-2 merged'],
      tasks: [],
      // What was committed in a cancelled lane and is merged nowhere stays.
      branches: ['feature/cart', 'main'],
    });
  });

  it('is blocked after it began: the worker is told, and the merge asks', async () => {
    const story = new Story();
    await story.person('queue', 'add', 'Limit logins', '--id', 'login');
    await story.person('queue', 'add', 'Ask the lawyers', '--id', 'ask');
    const lane = await story.opens('W-1');
    await story.agent('bob', lane.worktreePath, 'worker', 'start');
    await story.agent('eve', story.cwd, 'queue', 'depend', 'W-1', 'W-2');
    const { messages } = await story.agent('bob', lane.worktreePath, 'message', 'list');
    expect((messages as { subject: string }[]).map(({ subject }) => subject)).toEqual([
      'W-1 “Limit logins” now depends on W-2. Continue; it cannot be merged until they are done, except early by a person.',
    ]);
    await story.worksIn('bob', lane, 'limit.ts');
    await story.person('worker', 'approve', 'login');
    expect(await story.personRefused('worker', 'merge', 'login')).toBe(
      'L-1 (login) was not merged: W-1 “Limit logins” waits for W-2.',
    );
    expect(await story.end()).toEqual({
      items: ['W-1 in_flight bob', 'W-2 ready'],
      lanes: ['L-1 login review'],
      tasks: [],
      needsYou: ['merge L-1'],
      inProgress: ['W-1 bob APPROVED'],
      worktrees: ['repository', 'login'],
      branches: ['feature/login', 'main'],
      remote: ['main'],
    });
    await story.person('queue', 'claim', 'W-2');
    await story.person('queue', 'resolve', 'W-2', '--status', 'done');
    await story.person('worker', 'merge', 'login');
    story.push();
    expect(await story.end()).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 done'],
      lanes: ['L-1 login merged'],
      tasks: [],
    });
  });
});
