import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/build/temporaryFolder.mjs';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { Workbench } from '../editor/workbench.js';
import { ChatView } from './chatView.js';
import { packFakeModel } from './packFakeModel.js';

const plan = `# Limit logins

Objective: An address that fails ten times waits a minute.

## Steps

- [ ] Count the attempts {#count}

## Tests

- \`node test.js\`
`;

/** A day in the chat as far as the first line of code: a model answers by a script, a person presses the buttons. */
describe('a day with @stateroom, from a wish to an accepted plan', { retry: 0 }, () => {
  let home: Awaited<ReturnType<typeof temporaryFolder>>;
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let tree: string;
  let window: Workbench;
  let chat: ChatView;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    home = await temporaryFolder('stateroom-day-');
    repository = await makeScratchRepository('rocket');
    await repository.write('package.json', '{ "type": "module", "scripts": { "test": "node test.js" } }\n');
    await repository.write('test.js', "import './src/limit.js';\n");
    await repository.write('src/limit.js', 'export const limit = 0;\n');
    await repository.write('.stateroom/config.json', '{ "gate": { "commands": ["node test.js"] } }\n');
    await repository.git('add', '.');
    await repository.git('commit', '--quiet', '--message=Begin');
    opened = await openWorkbench({
      repo: repository.path,
      alsoInstall: [await packFakeModel(home.path)],
      viewport: { width: 1280, height: 1400 },
    });
    chat = new ChatView(opened.workbench);
    await chat.open('Fake Model');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
    await home?.remove();
  });

  it('scopes the wish: a press writes work item, task, branch, slices and questions', async () => {
    const answer = await chat.ask('@stateroom /scope we should probably add rate limiting');
    expect(await answer.innerText()).toContain('Nothing of this is written yet.');
    expect(await query('select count(*) from tasks')).toEqual([[0]]);
    await opened.workbench.screenshot('day-1-scope');
    await press('Write Task, Branch and Slices');
    await expect
      .poll(() => query('select objective, status from tasks'), { timeout: 60_000 })
      .toEqual([['An address that fails ten times waits a minute.', 'in_progress']]);
    expect(await query('select title from work_items')).toEqual([['Limit the rate of logins']]);
    expect(await query('select number, status from slices order by number')).toEqual([
      [1, 'open'],
      [2, 'open'],
    ]);
    expect(await query('select action, status from next_actions')).toEqual([['Per user, or per address?', 'pending']]);
    expect(await repository.git('branch', '--list', 'feature/*', '--format=%(refname:short)')).toBe(
      'feature/t1-limit-the-rate-of',
    );
  });

  it('goes on in the work tree of the task, where its plan is read, reviewed and accepted', async () => {
    tree = (await query('select worktree_path from tasks'))[0]?.[0] as string;
    await write('.stateroom/plans/limits.md', plan);
    await git('add', '.');
    await git('commit', '--quiet', '--message=Plan the limits');
    await mustRunCli(tree, 'claude', ['plan', 'register', 'limits']);
    window = await opened.newWindow(tree);
    chat = new ChatView(window);
    await chat.open('Fake Model');

    const read = await (await chat.ask('@stateroom /plan-analyze is it enough?')).innerText();
    expect(read).toContain('Count the attempts (open)');
    expect(read).toContain('Not ready to be accepted');

    const reviewed = await (await chat.ask('@stateroom /planning-review is it enough? [fine]')).innerText();
    expect(reviewed).toContain('None. Whether it passes is yours to say.');
    await press('Record Pass');
    await expect
      .poll(() => query('select subject_path, mode, verdict, actor from review_runs'), { timeout: 60_000 })
      .toEqual([['.stateroom/plans/limits.md', 'planning', 'pass', 'Robin']]);
    const ready = await chat.ask('@stateroom /plan-analyze may it be accepted?');
    expect(await ready.innerText()).toContain('Ready to be accepted');
    await window.screenshot('day-2-plan');
    await press('Accept Plan');
    await expect.poll(() => query('select status from plans'), { timeout: 60_000 }).toEqual([['accepted']]);
  });

  /** Presses a button of the newest answer. */
  async function press(title: string): Promise<void> {
    await chat.answer().getByRole('button', { name: title }).click();
  }

  async function git(...words: string[]): Promise<void> {
    await repository.git('-C', tree, ...words);
  }

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }

  async function query(sql: string): Promise<unknown[][]> {
    return (await mustRunCli<{ rows: unknown[][] }>(repository.path, 'looker', ['store', 'query', sql])).rows;
  }
});
