import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { ChatView } from './chatView.js';
import { packFakeModel } from './packFakeModel.js';

/** A box of the palette, what is typed there, the request that the chat is sent, and what its answer says and offers. */
interface Box {
  readonly title: string;
  readonly asks: string;
  readonly typed: string;
  readonly sent: string;
  readonly says: readonly string[];
  readonly offers: string;
}

const boxes: readonly Box[] = [
  {
    title: 'Stateroom: Scope…',
    asks: 'What should be done, in a sentence',
    typed: 'we should probably add rate limiting',
    sent: '/scope we should probably add rate limiting',
    says: ['Scope: Add rate limiting', 'Task: Limit the rate of logins', 'Per user, or per address?'],
    offers: 'Only Add to Queue',
  },
  {
    title: 'Stateroom: Analyse Plan…',
    asks: 'A plan or a task; leave it empty for the plan of the task here',
    typed: 'T-1',
    sent: '/plan-analyze T-1',
    says: ['Plan: Limits', 'Count logins (open)', 'The plan was not read yet'],
    offers: 'Analyse Plan',
  },
  {
    title: 'Stateroom: Planning Review…',
    asks: 'A plan or a task; leave it empty for the plan of the task here',
    typed: '',
    sent: '/planning-review',
    says: ['Planning Review: Limits', 'high, line 3: Nothing says how this is tested. Fix: Name a test.'],
    offers: 'Record Review and Findings',
  },
  {
    title: 'Stateroom: Branch Lifecycle…',
    asks: 'What the branch is for, to start one; leave it empty for the branch here',
    typed: '',
    sent: '/branch-lifecycle',
    says: ['Branch Lifecycle: feature/limits-9', 'The task has its branch: yes', 'It is ready for review: not yet'],
    offers: 'Start Slice',
  },
  {
    title: 'Stateroom: Branch Review…',
    asks: 'What to look at above all; leave it empty for all of it',
    typed: 'look at the limits',
    sent: '/branch-review look at the limits',
    says: ['Branch Review: feature/limits-9', 'high, src/limit.ts:2: A burst of 0 lets nobody in. Fix: Say 1.'],
    offers: 'Record Review and Findings',
  },
  {
    title: 'Stateroom: Hand Off…',
    asks: 'A task, as T-3; leave it empty for the one here',
    typed: 'T-1',
    sent: '/handoff-lifecycle T-1',
    says: ['Hand Off: T-1', 'No next action is noted: whoever comes next does not know where to begin.'],
    offers: 'Add Next Action',
  },
];

/** What the offer of a box writes when it is pressed; the others go on in a box of their own. */
const written: Readonly<Record<string, readonly [sql: string, rows: unknown]>> = {
  'Stateroom: Scope…': ['select title from work_items order by number desc limit 1', [['Add rate limiting']]],
  'Stateroom: Planning Review…': [
    "select subject_path, verdict from review_runs where mode = 'planning'",
    [['.stateroom/plans/limits.md', 'fail']],
  ],
  'Stateroom: Branch Review…': [
    'select path, line_start, severity from findings where path like "src/%" order by number',
    [
      ['src/limit.ts', 2, 'high'],
      ['src/limit.ts', null, 'low'],
    ],
  ],
};

describe('the boxes in which the palette begins a ritual', () => {
  let folder: string;
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let chat: ChatView;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stateroom-rituals-'));
    repository = await makeScratchRepository('rocket');
    await cli('task', 'start', 'Limit logins', '--ref', 'limits-9', '--here');
    await repository.write('.stateroom/plans/limits.md', '# Limits\n\n- [ ] Count logins\n');
    await repository.write('src/limit.ts', 'export const limit = 10;\nexport const burst = 0;\n');
    await repository.git('add', '.');
    await repository.git('commit', '--quiet', '--message=Limit');
    await cli('plan', 'register', 'limits');
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

  const cli = <T>(...words: string[]) => mustRunCli<T>(repository.path, 'Ada', words);
  const query = async (sql: string) => (await cli<{ rows: unknown }>('store', 'query', sql)).rows;
  const lastEvent = () => query('select max(id) from events');

  it.each(boxes)('$title asks, and goes on in the chat with what was typed', async box => {
    const { workbench } = opened;
    const { keyboard } = workbench.page;
    const before = await lastEvent();
    // Escape begins nothing.
    await workbench.runCommand(box.title);
    await workbench.quickInput.waitFor(box.asks);
    await workbench.quickInput.cancel();
    const answer = await chat.answerAfter(async () => {
      await workbench.runCommand(box.title);
      await workbench.quickInput.waitFor(box.asks);
      await keyboard.type(box.typed);
      await keyboard.press('Enter');
    });
    // Rows are drawn anew in any order, so the request is looked for by its words.
    const sent = chat.root().locator('.interactive-request', { hasText: `@stateroom ${box.sent}` });
    await sent.first().waitFor();
    const text = (await answer.innerText()).replaceAll('\u200b', '');
    for (const words of box.says) expect(text).toContain(words);
    const offer = answer.getByRole('button', { name: box.offers, exact: true });
    expect(await offer.count()).toBe(1);
    expect(await lastEvent()).toEqual(before);
    const [sql, rows] = written[box.title] ?? [];
    if (sql === undefined) return;
    await offer.click();
    await expect.poll(() => query(sql), { timeout: 60_000 }).toEqual(rows);
  });
});
