import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { sharedEditor } from '../editor/sharedEditor.js';
import type { ChatView } from './chatView.js';
import { type OpenChat, openChat } from './openChat.js';
import { queryStore, repositoryState } from './repositoryState.js';

/** A chat command: the box of the palette that begins it, and what its answer comes to in each state of the model. */
interface Command {
  readonly name: string;
  readonly title: string;
  /** What the box asks, and what is typed there. */
  readonly asks: string;
  readonly typed: string;
  /** What is asked in the chat itself. */
  readonly request: string;
  /** The text without a model. */
  readonly own: string;
  /** What it says and offers where the model answers. */
  readonly says: readonly string[];
  readonly offers: readonly string[];
  /** What is offered there alone. */
  readonly accept?: string;
  /** What it says where the model talks nonsense; undefined where no model is asked. */
  readonly nonsense?: string;
}

/** What a model that talks nonsense comes to: it is refused, or shown as what it says. */
const refused = 'The language model returned two unusable replies';
const shown = 'Rate limiting is a fine idea.';
const nothingYet = 'Nothing has been saved yet.';
const apply = 'Apply and Run Test';
const record = 'Record Review and Findings';

const commands: readonly Command[] = [
  {
    name: 'context',
    title: 'Stateroom: Ask a Question…',
    asks: 'A question such as “why can’t I push?” (empty = current state of work)',
    typed: 'tell me about the crew',
    request: 'tell me about the crew',
    own: 'Question not understood',
    says: ['Who Is Working on What', 'Fake Model interpreted your request.'],
    offers: [],
    nonsense: 'The language model could not interpret the question.',
  },
  {
    name: 'scope',
    title: 'Stateroom: Turn a Request into a Task…',
    asks: 'What should be done, in one sentence',
    typed: 'we should probably add rate limiting',
    request: 'we should add rate limiting',
    own: 'Scope: Add rate limiting',
    says: ['Scope: Add rate limiting', 'Task: Limit the rate of logins', 'Per user, or per address?', nothingYet],
    offers: ['Create Task, Branch and Slices', 'Add to Queue Only'],
    accept: 'Create Task, Branch and Slices',
    nonsense: refused,
  },
  {
    name: 'plan-analyze',
    title: 'Stateroom: Analyze Plan…',
    asks: 'A plan or a task (empty = plan of the current task)',
    typed: 'T-1',
    request: 'is it enough?',
    own: 'Plan: Limits',
    says: ['Plan: Limits', 'Count logins (open)', 'It names no tests.', 'The model was asked.'],
    offers: ['Find Gaps in Plan'],
    nonsense: shown,
  },
  {
    name: 'planning-review',
    title: 'Stateroom: Planning Review…',
    asks: 'A plan or a task (empty = plan of the current task)',
    typed: '',
    request: 'is it enough?',
    own: 'Planning Review: Limits',
    says: [
      'Planning Review: Limits',
      'high, line 3: Nothing says how this is tested. Suggested fix: Name a test.',
      nothingYet,
    ],
    offers: [record],
    accept: record,
    nonsense: refused,
  },
  {
    name: 'branch-lifecycle',
    title: 'Stateroom: Branch Lifecycle…',
    asks: 'Purpose of a new branch (empty = current branch)',
    typed: '',
    request: 'what is next?',
    own: 'Branch Lifecycle: feature/limits-9',
    says: ['Branch Lifecycle: feature/limits-9', 'Task has a branch: yes', 'Ready for review: not yet'],
    offers: [],
  },
  {
    name: 'tdd',
    title: 'Stateroom: Test-Driven Development…',
    asks: 'What to test, or a slice such as S-2 (empty = current slice)',
    typed: '',
    request: 'go on',
    own: 'Test-Driven Development: S-1',
    says: ['Test-Driven Development: S-1', 'test/limit.test.mjs (new, +2)', 'Omitted: not a test', nothingYet],
    offers: [apply, 'Show Changes'],
    accept: apply,
    nonsense: refused,
  },
  {
    name: 'incremental-implementation',
    title: 'Stateroom: Incremental Implementation…',
    asks: 'What to do, a slice or a task (empty = next step)',
    typed: 'S-1',
    request: 'go on',
    own: 'Incremental Implementation: S-1',
    says: ['Incremental Implementation: S-1', 'It names the unit.', 'src/limit.ts (+1 -1)', nothingYet],
    offers: [apply, 'Show Changes'],
    accept: apply,
    nonsense: refused,
  },
  {
    name: 'branch-review',
    title: 'Stateroom: Branch Review…',
    asks: 'What to focus on (empty = everything)',
    typed: 'look at the limits',
    request: 'look at the limits',
    own: 'Branch Review: feature/limits-9',
    says: [
      'Branch Review: feature/limits-9',
      'high, src/limit.ts:2: A burst of 0 lets nobody in. Suggested fix: Say 1.',
      nothingYet,
    ],
    offers: [record],
    accept: record,
    nonsense: refused,
  },
  {
    name: 'auto-fix',
    title: 'Stateroom: Fix Findings…',
    asks: 'Findings such as F-3, or a task (empty = findings of the current task)',
    typed: 'F-2',
    request: 'go on',
    own: 'Fix Findings: T-1',
    says: ['Fix Findings: T-1', 'F-2 low, src/limit.ts: No unit is named.', 'src/limit.ts (+1 -1)', nothingYet],
    offers: [apply, 'Show Changes'],
    accept: apply,
    nonsense: refused,
  },
  {
    name: 'handoff-lifecycle',
    title: 'Stateroom: Hand Off…',
    asks: 'A task such as T-3 (empty = current task)',
    typed: 'T-1',
    request: 'what is left?',
    own: 'Hand Off: T-1',
    says: [
      'Hand Off: T-1',
      'No next action is recorded, so the next person or agent does not know where to start.',
      'The model was asked.',
    ],
    offers: ['Add Next Action'],
    nonsense: shown,
  },
  {
    name: 'investigate',
    title: 'Stateroom: Investigate a Question…',
    asks: 'A question such as “why is the checkout slow?”',
    typed: 'why is the login slow?',
    request: 'why is the login slow?',
    own: 'Investigate: why is the login slow?',
    says: ['Investigate: why is the login slow?', 'The limit is too low. Test: Raise it and measure.', nothingYet],
    offers: ['Start Investigation with These'],
    accept: 'Start Investigation with These',
    nonsense: refused,
  },
];

const asking = commands.filter(({ nonsense }) => nonsense !== undefined);

describe('a command of the chat', () => {
  let repository: ScratchRepository;
  let opened: OpenChat;
  let chat: ChatView;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('rocket');
    const cli = (...words: string[]) => mustRunCli(repository.path, 'Ada', words);
    await cli('queue', 'add', 'Choose the colour of the rocket');
    await cli('task', 'start', 'Limit logins', '--ref', 'limits-9', '--here');
    await repository.write('.stateroom/plans/limits.md', '# Limits\n\n- [ ] Count logins\n');
    await cli('plan', 'register', 'limits');
    await repository.write('src/limit.ts', 'export const limit = 10;\nexport const burst = 3;\n');
    await repository.git('add', '--all');
    await repository.git('commit', '--quiet', '--message=Limit');
    await cli('finding', 'record', '--severity', 'low', '--path', 'src/limit.ts', '--text', 'A burst is few.');
    await cli('finding', 'record', '--severity', 'low', '--path', 'src/limit.ts', '--text', 'No unit is named.');
    // It fails until its file is there, and takes long from then on.
    await cli('slice', 'start', 'Let a burst of 3 in', '--test', 'test -f test/limit.test.mjs && sleep 100');
    opened = await openChat(repository.path);
    chat = opened.chat;
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const read = (path: string) => readFile(join(repository.path, path), 'utf8').catch(() => undefined);
  const all = () => repositoryState(repository);

  /** What an answer says, without the marks that keep a model's words from being links. */
  const said = async (answer: Locator) => (await answer.innerText()).replaceAll('\u200b', '');
  const count = (answer: Locator, name: string) => answer.getByRole('button', { name, exact: true }).count();

  /** The evidence, and what differs from the commit: that a file was saved here is an event of its own. */
  const proofsAndFiles = async () => ({
    proofs: await queryStore(repository.path, 'select number, passed, exit_code from evidence order by number'),
    files: (await all()).files,
  });

  it.each(commands)(
    '/$name, begun by the palette, says and offers what the model answers and writes nothing',
    async ({ title, asks, name, typed, says, offers }) => {
      const { workbench } = opened;
      const before = await all();
      // Escape begins nothing.
      await workbench.runCommand(title);
      await workbench.quickInput.waitFor(asks);
      await workbench.quickInput.cancel();
      const answer = await chat.answerAfter(async () => {
        await workbench.runCommand(title);
        await workbench.quickInput.waitFor(asks);
        await workbench.page.keyboard.type(typed);
        await workbench.page.keyboard.press('Enter');
      });
      // Rows are drawn again in any order, so the request is looked for by its words.
      const sent = chat
        .root()
        .locator('.interactive-request', { hasText: `@stateroom /${name}${typed && ' '}${typed}` });
      await sent.first().waitFor();
      const text = await said(answer);
      for (const words of says) expect(text).toContain(words);
      for (const offer of offers) expect([offer, await count(answer, offer)]).toEqual([offer, 1]);
      expect(await all()).toEqual(before);
    },
  );

  describe.each([
    ['without a model', 'no consent'],
    ['with nonsense', 'nonsense'],
  ])('%s', (_, what) => {
    it.each(commands)('/$name does its own part, says so and writes nothing', async command => {
      const { name, request, own, accept, nonsense } = command;
      const before = await all();
      const answer = await chat.ask(`@stateroom /${name} ${request} [${what}]`);
      const text = await said(answer);
      expect(text).toContain(own);
      if (nonsense === undefined) expect(text).not.toContain('Asking Fake Model');
      else
        expect(text).toContain(
          what === 'nonsense' ? nonsense : 'Stateroom is not allowed to use a language model here',
        );
      if (accept !== undefined) expect(await count(answer, accept)).toBe(0);
      expect(await all()).toEqual(before);
    });
  });

  it.each(asking)('/$name called off in the middle offers nothing of the model’s and writes nothing', async command => {
    const { name, request, accept } = command;
    const before = await all();
    const answer = await chat.answerAfter(async () => {
      await chat.type(`@stateroom /${name} ${request} [waits]`);
      await opened.workbench.page.keyboard.press('Enter');
      await chat.answer().getByText('Asking Fake Model').first().waitFor();
      await chat.callOff();
    });
    if (accept !== undefined) expect(await count(answer, accept)).toBe(0);
    expect(await all()).toEqual(before);
  });

  it('leaves a packet for somebody else in the clipboard where no model answers', async () => {
    const before = await all();
    const answer = await chat.ask('@stateroom /tdd go on [no consent]');
    await answer.getByRole('button', { name: 'Copy Instructions' }).click();
    await expect
      .poll(() => opened.workbench.page.evaluate(() => navigator.clipboard.readText()), { timeout: 30_000 })
      .toMatch(/^Write the failing test of S-1: Let a burst of 3 in\n\nWhat to do:\n1\. Write only the test\./);
    expect(await all()).toEqual(before);
  });

  it('records no proof of a test that is called off in the middle, and takes the change back', async () => {
    const before = await proofsAndFiles();
    const answer = await chat.ask('@stateroom /tdd a burst of 3');
    await answer.getByRole('button', { name: 'Apply and Run Test' }).click();
    await opened.workbench.answerNotification(/sleep 100/, 'Cancel');
    const told = /The changes were applied\. The command was cancelled before it finished\. Nothing was recorded\./;
    await opened.workbench.notification(told).waitFor();
    expect((await proofsAndFiles()).proofs).toEqual(before.proofs);
    expect(await read('test/limit.test.mjs')).toContain('no burst of 3');
    await opened.workbench.answerNotification(told, 'Undo');
    await opened.workbench.notification('The changes were undone.').waitFor();
    expect(await proofsAndFiles()).toEqual(before);
    await opened.workbench.clearNotifications();
  });

  it('records the hypotheses of a model once a person accepts them', async () => {
    const answer = await chat.ask('@stateroom /investigate why is the login slow?');
    await answer.getByRole('button', { name: 'Start Investigation with These' }).click();
    await expect
      .poll(() => queryStore(repository.path, 'select request, text from runs join run_entries on run_id = runs.id'))
      .toEqual([['why is the login slow?', 'The limit is too low. Test: Raise it and measure.']]);
  });

  it('shows a model no password of a diff or a file, and has none of it in store, log or chat', async () => {
    const password = 'hunter22-of-the-database';
    await repository.write('src/db.ts', `export const password = '${password}';\n`);
    await repository.write('src/db.go', `package db\n\nvar password string = "${password}"\n`);
    await repository.write('src/db.yml', `db:\n  pwd: ${password}\n`);
    await repository.git('add', 'src');
    await repository.git('commit', '--quiet', '--message=Log in');
    await repository.write('.git/asked.txt', '');
    const answer = await chat.ask('@stateroom /branch-review look at the database [quote]');
    const text = await said(answer);
    expect(text).toContain('high, src/db.ts:1: It says const password = [redacted];');
    const sent = await read('.git/asked.txt');
    expect(sent).toContain('export const password = [redacted];');
    expect(sent).toContain('var password string = [redacted]');
    expect(sent).toContain('pwd: [redacted]');
    await opened.workbench.screenshot('chat-secret');
    await answer.getByRole('button', { name: record }).click();
    await expect
      .poll(() => queryStore(repository.path, "select text from findings where path = 'src/db.ts'"))
      .toEqual([['It says const password = [redacted];']]);

    await repository.write('.git/asked.txt', '');
    const step = await chat.ask('@stateroom /incremental-implementation name the unit in src/db.ts');
    expect(await said(step)).toContain('Incremental Implementation');
    const shownFile = await read('.git/asked.txt');
    expect(shownFile).toContain('export const password = [redacted];');

    for (const written of [text, sent, await said(step), shownFile]) expect(written).not.toContain(password);
    // Of the editor: its log, and what it keeps of the chat.
    for (const folder of [join(repository.path, '.git', 'stateroom'), sharedEditor().dataFolder]) {
      expect([folder, (await filesIn(folder)).length > 0]).toEqual([folder, true]);
      expect(await filesWith(folder, password)).toEqual([]);
    }
  });

  it('writes exactly what a tool’s question said once the person says yes', async () => {
    const items = () => queryStore(repository.path, 'select title, status, priority from work_items order by number');
    const before = [
      ['Choose the colour of the rocket', 'pending', 2],
      ['Limit logins', 'in_flight', 2],
    ];
    expect(await items()).toEqual(before);
    const answer = await chat.answerAfter(async () => {
      await chat.type('@hands stateroom_add {"title": "Noted by a model", "priority": 1}');
      await opened.workbench.page.keyboard.press('Enter');
      const seen = (text: string) => chat.root().getByText(text).filter({ visible: true }).first().waitFor();
      await seen('Add work item?');
      await seen('Adds “Noted by a model” to the queue of rocket.');
      await seen('priority: 1');
      await chat
        .root()
        .getByRole('button', { name: /^Allow/ })
        .filter({ visible: true })
        .first()
        .click();
    });
    expect(await answer.innerText()).toContain('The tool said:');
    expect(await items()).toEqual([...before, ['Noted by a model', 'pending', 1]]);
  });
});

/** Absolute paths of all files below a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}

/** Those that hold a text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const files = await filesIn(folder);
  const holds = await Promise.all(files.map(async file => (await readFile(file).catch(() => '')).includes(text)));
  return files.filter((_, index) => holds[index]);
}
