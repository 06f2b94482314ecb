import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { runCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { isSaidOf } from '../support/saidTime.js';
import { type BusyQueue, seedBusyQueue } from '../support/seedBusyQueue.js';
import type { ChatView } from './chatView.js';
import { type OpenChat, openChat } from './openChat.js';
import { queryStore, repositoryState } from './repositoryState.js';

describe('@stateroom in the chat view', () => {
  let repository: ScratchRepository;
  let queue: BusyQueue;
  let opened: OpenChat;
  let chat: ChatView;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('rocket');
    queue = await seedBusyQueue(repository.path);
    opened = await openChat(repository.path);
    chat = opened.chat;
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  it('answers /context from the store, with links and the next acts', async () => {
    const answer = await chat.ask('@stateroom /context ');
    const lines = (await answer.innerText()).split('\n').filter(line => line.trim() !== '');
    expect(lines).toContain('2 need you · 6 ready · 3 in progress · 3 blocked · 1 scheduled · 43 done');
    expect(lines).toContain('Answer W-47 first: it blocks 2 others.');
    const asked = /^W-47 Choose the colour of the rocket \(asked by claude (.+); blocks 2 others\)$/;
    const [, ago = ''] = lines.map(line => asked.exec(line)).find(found => found !== null) ?? [];
    expect(ago).toSatisfy((words: string) => isSaidOf(queue.askedAt, words, queue.seededAt, Date.now()));
    expect(lines).toContain('Blue or red? Red shows less dust.');
    expect(lines).toContain('W-51 Read the contract again: Ada, without a lease');
    expect(lines).toContain('W-56 Drop the old parachute: W-55 failed');
    expect(await answer.getByRole('button', { name: /Answer W-47|Claim Next|Open Home/ }).allTextContents()).toEqual([
      'Answer W-47',
      'Claim Next',
      'Open Home',
    ]);
    expect(await chat.followups().allTextContents()).toEqual([
      'What about W-47?',
      'What about W-52?',
      'Who works on what?',
    ]);
    for (const theme of ['dark', 'light'] as const) {
      await opened.workbench.setColorTheme(theme);
      await opened.workbench.screenshot(`chat-context-${theme}`);
    }
  });

  it('opens a work item from a link in an answer', async () => {
    await chat.answer().getByRole('link', { name: 'W-52' }).click();
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'W-52' }).waitFor();
  });

  it('runs the palette’s command from a button', async () => {
    await chat.answer().getByRole('button', { name: 'Answer W-47' }).click();
    await opened.workbench.quickInput.waitFor();
    expect(await opened.workbench.quickInput.title()).toContain('W-47');
    await opened.workbench.quickInput.cancel();
  });

  it('goes into one work item when a follow-up is clicked', async () => {
    const answer = await chat.answerAfter(() => chat.followups().first().click());
    const text = await answer.innerText();
    expect(text).toContain('Needs you: question from claude · priority 1 · design');
    expect(text).toContain('Blue or red? Red shows less dust.');
    await chat.followups().getByText('Where do we stand?').waitFor();
  });

  describe('a question in words', () => {
    it('is answered by operations, without a model, and goes on in a follow-up', async () => {
      const before = await all();
      const answer = await chat.ask('@stateroom what should I do first?');
      const text = await answer.innerText();
      expect(text).toContain('Next Steps');
      expect(text).toContain('W-47 Choose the colour of the rocket');
      expect(await answer.getByRole('button', { name: 'Claim Next' }).count()).toBe(1);
      const owner = await chat.ask('@stateroom wem gehört src/api?');
      expect(await owner.innerText()).toContain('No open lane owns src/api. Anyone may change it.');
      const push = await chat.ask("@stateroom why can't I push?");
      expect(await push.innerText()).toContain('Stateroom did not block this');
      expect(await push.getByRole('button', { name: 'Install Git Hooks' }).count()).toBe(1);
      await opened.workbench.screenshot('chat-question');
      const next = await chat.answerAfter(() => chat.followups().getByText('What should I do next?').click());
      expect(await next.innerText()).toContain('Next Steps');
      expect(await all()).toEqual(before);
    });

    it('is what a model takes it for where its words are not understood', async () => {
      const answer = await chat.ask('@stateroom tell me about the crew');
      const text = await answer.innerText();
      expect(text).toContain('Who Is Working on What');
      expect(text).toContain('W-51 Read the contract again: Ada, without a lease');
      expect(text).toContain('Fake Model interpreted your request.');
    });

    it.each([
      ['nonsense', 'The language model could not interpret the question.'],
      ['no consent', 'Stateroom is not allowed to use a language model here'],
    ])('is told what can be asked where the model gives %s', async (what, sentence) => {
      const answer = await chat.ask(`@stateroom tell me about the crew [${what}]`);
      const text = await answer.innerText();
      expect(text).toContain(sentence);
      expect(text).toContain('Question not understood');
      expect(text).toContain('Who owns src/api?');
      expect(text).toContain('Answer W-47 first');
    });

    it('is asked for by the palette, which goes on in the chat', async () => {
      const answer = await chat.answerAfter(async () => {
        // stateroom.ritual.context
        await opened.workbench.runCommand('Stateroom: Ask a Question…');
        await opened.workbench.quickInput.waitFor();
        await opened.workbench.quickInput.answer('what needs me?');
      });
      const text = await answer.innerText();
      expect(text).toContain('Needs You');
      expect(text).toContain('W-47 Choose the colour of the rocket');
    });
  });

  it('asks a person before a model writes, and writes nothing when they say no', async () => {
    const before = await all();
    const answer = await chat.answerAfter(async () => {
      await chat.type('@hands stateroom_add {"title": "Noted by a model"}');
      await opened.workbench.page.keyboard.press('Enter');
      const root = chat.root();
      await root.getByText('Add work item?').filter({ visible: true }).first().waitFor();
      const told = root.getByText('Adds “Noted by a model” to the queue of rocket.').filter({ visible: true });
      await told.first().waitFor();
      await root.getByRole('button', { name: 'Skip' }).filter({ visible: true }).first().click();
    });
    expect(await answer.innerText()).toContain('The user chose to skip the tool call');
    expect(await all()).toEqual(before);
  });

  describe('/scope', () => {
    const wish = 'we should probably add rate limiting';
    const button = 'Create Task, Branch and Slices';

    it('says what is known, then what the model proposes, and writes it when its button is pressed', async () => {
      const before = await all();
      const answer = await chat.ask(`@stateroom /scope ${wish}`);
      const lines = (await answer.innerText()).split('\n').map(line => line.trim());
      expect(lines).toContain('Scope: Add rate limiting');
      expect(lines).toContain('Has it been decided to do this, or is that still open?');
      expect(lines).toContain('Task: Limit the rate of logins');
      expect(lines).toContain('An address that fails ten times waits a minute.');
      // What a model says is text: no link of its making.
      const hostile =
        'Count the attempts [of](command:workbench.action.quit) an address, verified by npm test -- attempts';
      expect(lines.join('\n').replaceAll('\u200b', '')).toContain(hostile);
      expect(lines.join('\n')).toContain('Per user, or per address?');
      expect(lines).toContain('Nothing has been saved yet.');
      expect(await all()).toEqual(before);
      expect(await answer.getByRole('button').allTextContents()).toEqual(
        expect.arrayContaining([button, 'Add to Queue Only']),
      );
      await opened.workbench.screenshot('chat-scope');
      await answer.getByRole('button', { name: button }).click();
      await expect
        .poll(() => query('select t.objective, w.title from tasks t join work_items w on w.id = t.work_item_id'), {
          timeout: 60_000,
        })
        .toEqual([['An address that fails ten times waits a minute.', 'Limit the rate of logins']]);
      expect(await query('select title, status, test_command from slices order by number')).toEqual([
        ['Count the attempts [of](command:workbench.action.quit) an address', 'open', 'npm test -- attempts'],
        ['Answer 429 to an address that waits', 'open', null],
      ]);
      expect(await query('select action from next_actions')).toEqual([['Per user, or per address?']]);
      expect(await repository.git('branch', '--list', 'feature/*')).toMatch(/feature\/t\d+-limit-the-rate-of/);
    });

    it('makes one task of a button that is pressed twice', async () => {
      const before = await all();
      await chat.answer().getByRole('button', { name: button }).click();
      await opened.workbench.page.getByText('This is already recorded as').first().waitFor();
      expect(await all()).toEqual(before);
    });

    it('asks once more where the reply is broken', async () => {
      const before = await all();
      const answer = await chat.ask(`@stateroom /scope ${wish} [broken]`);
      expect(await answer.innerText()).toContain('Task: Limit the rate of logins');
      expect(await answer.getByRole('button', { name: button }).count()).toBe(1);
      expect(await all()).toEqual(before);
    });

    it('does its own part where the model cannot be reached, says so and writes nothing', async () => {
      const before = await all();
      const answer = await chat.ask(`@stateroom /scope ${wish} [offline]`);
      const text = await answer.innerText();
      expect(text).toContain('Scope: Add rate limiting');
      expect(text).toContain('The language model did not respond');
      expect(await answer.getByRole('button', { name: button }).count()).toBe(0);
      expect(await answer.getByRole('button', { name: 'Create Task Without Slices' }).count()).toBe(1);
      expect(await all()).toEqual(before);
    });
  });

  describe('/branch-review', () => {
    const button = 'Record Review and Findings';
    const asked = '@stateroom /branch-review look at the limits';

    beforeAll(async () => {
      await runCli(repository.path, 'Ada', ['task', 'start', 'Limit logins', '--ref', 'limits-9', '--here']);
      await repository.write('src/limit.ts', 'export const limit = 10;\nexport const burst = 0;\n');
      await repository.git('add', 'src/limit.ts');
      await repository.git('commit', '--quiet', '--message=Limit');
    });

    it('says what stands against the branch, then what the model found, and records it when its button is pressed', async () => {
      const before = await all();
      const answer = await chat.ask(asked);
      const text = (await answer.innerText()).replaceAll('\u200b', '');
      expect(text).toContain('Branch Review: feature/limits-9');
      expect(text).toContain('Not ready for review');
      expect(text).toContain('src/limit.ts (new, +2)');
      expect(text).toContain('No passing evidence for this tree.');
      // What a model says is text: no link of its making.
      expect(text).toContain('It limits logins [well](command:workbench.action.quit).');
      expect(text).toContain('high, src/limit.ts:2: A burst of 0 lets nobody in. Suggested fix: Say 1.');
      expect(text).toContain('No unit is named. (Line 70 is not in the diff, so this is recorded for the whole file.)');
      expect(text).toContain('src/elsewhere.ts: This was made up.');
      expect(await all()).toEqual(before);
      await opened.workbench.screenshot('chat-branch-review');
      await answer.getByRole('button', { name: button }).click();
      await expect
        .poll(() => query('select path, line_start, severity, text from findings order by number'), { timeout: 60_000 })
        .toEqual([
          ['src/limit.ts', 2, 'high', 'A burst of 0 lets nobody in.'],
          ['src/limit.ts', null, 'low', 'No unit is named.'],
        ]);
      expect(await query('select subject_path, verdict, covered_files from review_runs')).toEqual([
        ['feature/limits-9', 'fail', '["src/limit.ts"]'],
      ]);
    });
  });

  describe('/handoff-lifecycle and /plan-analyze', () => {
    const asked = '@stateroom /handoff-lifecycle what is left?';

    it('tell what the next one has to know, then what the model makes of it, and write nothing', async () => {
      const before = await all();
      const answer = await chat.ask(asked);
      const text = await answer.innerText();
      expect(text).toContain('Limit logins');
      expect(text).toContain('Branch: feature/limits-9');
      expect(text).toContain('No next action is recorded, so the next person or agent does not know where to start.');
      expect(text.indexOf('Not ready to close')).toBeLessThan(text.indexOf('The model was asked.'));
      expect(await answer.getByRole('button', { name: 'Add Next Action' }).count()).toBe(1);
      expect(await all()).toEqual(before);
    });

    it('/branch-lifecycle names the stage of the branch and its next step, and writes nothing', async () => {
      const before = await all();
      const answer = await chat.ask('@stateroom /branch-lifecycle what is next?');
      const text = await answer.innerText();
      expect(text).toContain('Branch Lifecycle: feature/limits-9');
      expect(text).toContain('Task has a branch: yes');
      expect(text).toContain('Ready for review: not yet');
      expect(await answer.getByRole('button', { name: 'Start Slice' }).count()).toBe(1);
      expect(await all()).toEqual(before);
    });

    it('say in a sentence that there is no plan, and read the one that there is', async () => {
      const before = await all();
      expect(await (await chat.ask('@stateroom /plan-analyze is it enough?')).innerText()).toMatch(
        /has no plan|no plan/i,
      );
      expect(await all()).toEqual(before);
      await repository.write('.stateroom/plans/limits.md', '# Limits\n\n- [ ] Count logins\n');
      await runCli(repository.path, 'Ada', ['plan', 'register', 'limits']);
      const registered = await all();
      const answer = await chat.ask('@stateroom /plan-analyze is it enough?');
      const text = await answer.innerText();
      expect(text).toContain('Plan: Limits');
      expect(text).toContain('Count logins (open)');
      expect(text).toContain('It names no tests.');
      expect(await answer.getByRole('button', { name: 'Find Gaps in Plan' }).count()).toBe(1);
      expect(await all()).toEqual(registered);
    });
  });

  describe('/planning-review', () => {
    const button = 'Record Review and Findings';
    const asked = '@stateroom /planning-review is it enough?';

    it('shows what the model found on the steps, and records it when its button is pressed', async () => {
      const before = await all();
      const answer = await chat.ask(asked);
      const text = await answer.innerText();
      expect(text).toContain('high, line 3: Nothing says how this is tested. Suggested fix: Name a test.');
      expect(text).toContain('low: The lock is never lifted.');
      expect(text).toContain('Nothing has been saved yet.');
      expect(await all()).toEqual(before);
      await answer.getByRole('button', { name: button }).click();
      await expect
        .poll(() => query("select subject_path, verdict from review_runs where mode = 'planning'"), { timeout: 30_000 })
        .toEqual([['.stateroom/plans/limits.md', 'fail']]);
      expect(
        await query("select path, line_start, severity from findings where path like '%limits.md' order by number"),
      ).toEqual([
        ['.stateroom/plans/limits.md', 3, 'high'],
        ['.stateroom/plans/limits.md', null, 'low'],
      ]);
    });
  });

  describe('/tdd, /incremental-implementation and /auto-fix', () => {
    const apply = 'Apply and Run Test';
    const command = 'node test/limit.test.mjs';
    const read = (path: string) => readFile(join(repository.path, path), 'utf8').catch(() => undefined);
    const before = 'export const limit = 10;\nexport const burst = 0;\n';
    const after = 'export const limit = 10;\nexport const burst = 3;\n';
    const proofs = () => query('select passed, exit_code from evidence order by number');

    /** Begins it as the palette does, which asks what it is about and continues in the chat. */
    const begin = (title: string, request: string) =>
      chat.answerAfter(async () => {
        await opened.workbench.runCommand(title);
        await opened.workbench.quickInput.answer(request);
      });

    beforeAll(async () => {
      await runCli(repository.path, 'Ada', ['slice', 'start', 'Let a burst of 3 in', '--test', command]);
    });

    it('/tdd writes the test, which fails, then the code, and takes it back', async () => {
      const was = await all();
      const answer = await begin('Stateroom: Test-Driven Development…', 'a burst of 3');
      const text = (await answer.innerText()).replaceAll('\u200b', '');
      expect(text).toContain('Test: write the failing test first, and nothing else.');
      expect(text).toContain('A burst of 3 [is](command:workbench.action.quit) asked for.');
      expect(text).toContain('test/limit.test.mjs (new, +2)');
      expect(text).toContain('Omitted: not a test');
      expect(text).toContain(`This command runs and should fail: ${command}`);
      expect(text).toContain('Nothing has been saved yet.');
      expect(await all()).toEqual(was);
      await opened.workbench.screenshot('chat-tdd');
      await answer.getByRole('button', { name: 'Show Changes' }).click();
      await opened.workbench.page.locator('.part.editor .tab', { hasText: 'Proposed Changes' }).waitFor();
      await answer.getByRole('button', { name: apply }).click();
      await opened.workbench.notification(/The test fails, as expected \(E-\d+\)/).waitFor();
      expect(await read('test/limit.test.mjs')).toContain('no burst of 3');
      expect(await read('src/limit.ts')).toBe(before);
      expect(await proofs()).toEqual([
        [0, 1],
        [0, 1],
      ]);

      const next = await chat.answerAfter(() =>
        opened.workbench.answerNotification(/The test fails, as expected/, 'Continue'),
      );
      expect(await next.innerText()).toContain('Make the smallest change that makes it pass.');
      await next.getByRole('button', { name: apply }).click();
      await opened.workbench.notification(/The test passes \(E-\d+\)/).waitFor();
      expect(await read('src/limit.ts')).toBe(after);
      expect(await proofs()).toEqual([
        [0, 1],
        [0, 1],
        [1, 0],
      ]);
      await opened.workbench.answerNotification(/The test passes/, 'Undo');
      await opened.workbench.notification('The changes were undone.').waitFor();
      expect(await read('src/limit.ts')).toBe(before);
      await opened.workbench.clearNotifications();

      // What was changed since is not written over.
      await repository.write('src/limit.ts', `${before}// later\n`);
      await next.getByRole('button', { name: apply }).click();
      await opened.workbench.notification(/src\/limit\.ts has changed in the meantime/).waitFor();
      expect(await read('src/limit.ts')).toBe(`${before}// later\n`);
      await repository.write('src/limit.ts', before);
      await opened.workbench.clearNotifications();
      // Again once the editor has heard of it, unless that is in progress. What it says until then may lie over the button.
      await expect
        .poll(
          async () => {
            if ((await read('src/limit.ts')) === after) return after;
            await opened.workbench.clearNotifications();
            await next.getByRole('button', { name: apply }).click();
            return read('src/limit.ts');
          },
          { interval: 1000, timeout: 60_000 },
        )
        .toBe(after);
      await opened.workbench.notification(/The test passes/).waitFor();
      await opened.workbench.clearNotifications();
    });

    it('/incremental-implementation does one step, whose slice can be closed then', async () => {
      const was = await settled();
      const answer = await begin('Stateroom: Incremental Implementation…', 'name the unit');
      expect(await answer.innerText()).toContain('src/limit.ts (+1 -1)');
      expect(await all()).toEqual(was);
      await answer.getByRole('button', { name: apply }).click();
      const passed = opened.workbench.notification(/The test passes/);
      await passed.waitFor();
      expect(await passed.getByRole('button').allTextContents()).toEqual(expect.arrayContaining(['Close S-3', 'Undo']));
      expect(await read('src/limit.ts')).toBe(after.replace('10;', '10; // a minute'));
      await opened.workbench.clearNotifications();
    });

    it('/auto-fix changes what a finding names, and marks it fixed only when it is told to', async () => {
      const was = await settled();
      const answer = await begin('Stateroom: Fix Findings…', 'all of them');
      expect(await answer.innerText()).toContain('F-2 low, src/limit.ts: No unit is named.');
      expect(await all()).toEqual(was);
      await answer.getByRole('button', { name: apply }).click();
      await opened.workbench.notification(/The test passes/).waitFor();
      expect(await read('src/limit.ts')).toContain('// logins at once');
      const status = () => query('select status from findings where number = 2');
      expect(await status()).toEqual([['open']]);
      await repository.git('add', '--all');
      await repository.git('commit', '--quiet', '--message=Fix');
      await opened.workbench.answerNotification(/The test passes/, 'Mark F-2 as Fixed');
      // The palette's own, which asks for the commit and for words.
      await opened.workbench.quickInput.waitFor('Select the commit that fixes it');
      await opened.workbench.quickInput.pick('Fix');
      await opened.workbench.quickInput.waitFor(/What was done/);
      await opened.workbench.quickInput.answer('');
      await expect.poll(status, { timeout: 30_000 }).toEqual([['fixed']]);
    });
  });

  const query = (sql: string) => queryStore(repository.path, sql);

  const all = () => repositoryState(repository);
  /** The same once what was saved before is noted as touched: that is gathered for two seconds. */
  async function settled(): Promise<Awaited<ReturnType<typeof all>>> {
    let [before, now] = ['', await all()];
    while (before !== JSON.stringify(now)) {
      before = JSON.stringify(now);
      await opened.workbench.page.waitForTimeout(2500);
      now = await all();
    }
    return now;
  }
});
