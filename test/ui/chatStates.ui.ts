import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { ChatView } from './chatView.js';
import { packFakeModel } from './packFakeModel.js';
import { queryStore, ritualRows } from './ritualRows.js';

/** What a model that talks nonsense comes to: it is refused, shown as what it says, or never asked. */
const refused = 'The language model gave twice what cannot be used';
const shown = 'Rate limiting is a fine idea.';
const unasked = '';

describe('a ritual in the chat', () => {
  let folder: string;
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let chat: ChatView;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stateroom-chat-'));
    repository = await makeScratchRepository('rocket');
    const cli = (...words: string[]) => mustRunCli(repository.path, 'Ada', words);
    await cli('queue', 'add', 'Choose the colour of the rocket');
    await cli('task', 'start', 'Limit logins', '--ref', 'limits-9', '--here');
    await repository.write('.stateroom/plans/limits.md', '# Limits\n\n- [ ] Count logins\n');
    await cli('plan', 'register', 'limits');
    await repository.write('src/limit.ts', 'export const limit = 10;\nexport const burst = 0;\n');
    await repository.git('add', '--all');
    await repository.git('commit', '--quiet', '--message=Limit');
    await cli('finding', 'record', '--severity', 'low', '--path', 'src/limit.ts', '--text', 'No unit is named.');
    // It fails until its file is there, and takes long from then on.
    await cli('slice', 'start', 'Let a burst of 3 in', '--test', 'test -f test/limit.test.mjs && sleep 100');
    opened = await openWorkbench({
      repo: repository.path,
      alsoInstall: [await packFakeModel(folder)],
      viewport: { width: 1280, height: 1400 },
    });
    chat = new ChatView(opened.workbench);
    await chat.open('Fake Model');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  const read = (path: string) => readFile(join(repository.path, path), 'utf8').catch(() => undefined);

  /** Everything that there is: rows, work trees, and what differs from the commit. */
  const all = async (): Promise<unknown> => [
    await ritualRows(repository.path),
    await repository.git('status', '--porcelain', '--untracked-files=all'),
  ];

  /** The proofs, and what differs from the commit: that a file was saved here is an event of its own. */
  const proofsAndFiles = async (): Promise<[proofs: unknown, files: string]> => [
    await queryStore(repository.path, 'select number, passed, exit_code from evidence order by number'),
    await repository.git('status', '--porcelain', '--untracked-files=all'),
  ];

  it.each([
    ['context', 'tell me about the crew', 'This question was not understood', 'could not tell what is asked', ''],
    ['scope', 'we should add rate limiting', 'Scope: Add rate limiting', refused, 'Write Task, Branch and Slices'],
    ['plan-analyze', 'is it enough?', 'Plan: Limits', shown, ''],
    ['planning-review', 'is it enough?', 'Planning Review: Limits', refused, 'Record Review and Findings'],
    ['branch-lifecycle', 'what is next?', 'Branch Lifecycle: feature/limits-9', unasked, ''],
    ['tdd', 'go on', 'Test-Driven Development: S-1', refused, 'Apply and Run Test'],
    ['incremental-implementation', 'go on', 'Incremental Implementation: S-1', refused, 'Apply and Run Test'],
    ['branch-review', 'look at the limits', 'Branch Review: feature/limits-9', refused, 'Record Review and Findings'],
    ['auto-fix', 'go on', 'Fix Findings: T-1', refused, 'Apply and Run Test'],
    ['handoff-lifecycle', 'what is left?', 'Hand Off: T-1', shown, ''],
  ])(
    '/%s does its own part without a model, with nonsense and called off, says so and writes nothing',
    async (name, request, own, nonsense, accept) => {
      const before = await all();
      const question = `@stateroom /${name} ${request}`;
      const isBare = async (answer: Locator): Promise<void> => {
        if (accept !== '') expect(await answer.getByRole('button', { name: accept }).count()).toBe(0);
        expect(await all()).toEqual(before);
      };
      for (const [what, sentence] of [
        ['nonsense', nonsense],
        ['no consent', nonsense === unasked ? unasked : 'Stateroom may not use a language model here'],
      ] as const) {
        const answer = await chat.ask(`${question} [${what}]`);
        const text = await answer.innerText();
        expect(text).toContain(own);
        expect(text).toContain(sentence);
        if (nonsense === unasked) expect(text).not.toContain('Asking Fake Model');
        await isBare(answer);
      }
      if (nonsense === unasked) return;
      const answer = await chat.answerAfter(async () => {
        await chat.type(`${question} [waits]`);
        await opened.workbench.page.keyboard.press('Enter');
        await chat.answer().getByText('Asking Fake Model').first().waitFor();
        await chat.callOff();
      });
      await isBare(answer);
    },
  );

  it('leaves a packet for somebody else in the clipboard where no model answers', async () => {
    const before = await all();
    const answer = await chat.ask('@stateroom /tdd go on [no consent]');
    await answer.getByRole('button', { name: 'Copy Packet' }).click();
    await expect
      .poll(() => opened.workbench.page.evaluate(() => navigator.clipboard.readText()), { timeout: 30_000 })
      .toMatch(
        /^Write the failing test of S-1: Let a burst of 3 in\n\nWhat to do:\n1\. Write the test, and nothing else\./,
      );
    expect(await all()).toEqual(before);
  });

  it('records no proof of a test that is called off in the middle, and takes the change back', async () => {
    const before = await proofsAndFiles();
    const answer = await chat.ask('@stateroom /tdd a burst of 3');
    await answer.getByRole('button', { name: 'Apply and Run Test' }).click();
    await opened.workbench.answerNotification(/sleep 100/, 'Cancel');
    const told = /The changes are applied\. The command was cancelled before it ended, and nothing was recorded\./;
    await opened.workbench.notification(told).waitFor();
    expect((await proofsAndFiles())[0]).toEqual(before[0]);
    expect(await read('test/limit.test.mjs')).toContain('no burst of 3');
    await opened.workbench.answerNotification(told, 'Take Back');
    await opened.workbench.notification('The changes are taken back.').waitFor();
    expect(await proofsAndFiles()).toEqual(before);
    await opened.workbench.clearNotifications();
  });

  it('writes exactly what a tool’s question said once the person says yes', async () => {
    const items = () => queryStore(repository.path, 'select title, status, priority from work_items order by number');
    expect(await items()).toEqual([['Choose the colour of the rocket', 'pending', 2]]);
    const answer = await chat.answerAfter(async () => {
      await chat.type('@hands stateroom_add {"title": "Noted by a model", "priority": 1}');
      await opened.workbench.page.keyboard.press('Enter');
      const seen = (text: string) => chat.root().getByText(text).filter({ visible: true }).first().waitFor();
      await seen('Add a work item?');
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
    expect(await items()).toEqual([
      ['Choose the colour of the rocket', 'pending', 2],
      ['Noted by a model', 'pending', 1],
    ]);
  });
});
