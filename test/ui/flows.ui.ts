import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';

/** A question of a flow: what it asks, and what is typed or chosen there; of a list with boxes, what is ticked. */
type Question = { readonly asks: string } & (
  | { readonly types: string }
  | { readonly chooses: string }
  | { readonly ticks: string }
);

/** A command of the palette, its questions in their order, and the rows that it leaves. */
interface Flow {
  readonly title: string;
  readonly questions: readonly Question[];
  readonly sql: string;
  readonly rows: readonly (readonly unknown[])[];
}

/** In the order in which they are done: what one leaves is there for the next. */
const flows: readonly Flow[] = [
  {
    title: 'Ask a Person',
    questions: [
      { asks: 'Which work item needs a person?', chooses: 'W-3' },
      { asks: 'What must be answered before the work goes on?', types: 'Hot or cold?' },
    ],
    sql: 'select status, question from work_items where number = 3',
    rows: [['waiting_human', 'Hot or cold?']],
  },
  {
    title: 'Answer Work Item',
    questions: [
      { asks: 'Which question do you answer?', chooses: 'W-3' },
      { asks: 'Your answer', types: 'Cold' },
      { asks: 'How does the work go on?', chooses: 'Same holder goes on' },
    ],
    sql: 'select status, owner from work_items where number = 3',
    rows: [['in_flight', 'codex']],
  },
  {
    title: 'Resolve Work Item',
    questions: [
      { asks: 'Which work item has ended?', chooses: 'W-3' },
      { asks: 'How did it end?', chooses: 'Failed' },
      { asks: 'What should be remembered about it?', types: 'Too hot' },
    ],
    sql: 'select status from work_items where number = 3',
    rows: [['failed']],
  },
  {
    title: 'Reopen Work Item',
    questions: [
      { asks: 'Which work item is taken up again?', chooses: 'W-3' },
      { asks: 'Why is it taken up again?', types: 'It has cooled' },
    ],
    sql: 'select status from work_items where number = 3',
    rows: [['pending']],
  },
  {
    title: 'Annotate Work Item',
    questions: [
      { asks: 'Which work item gets a note?', chooses: 'W-1' },
      { asks: 'Name of the note', types: 'soap' },
      { asks: 'Text of the note “soap”', types: 'None is left' },
    ],
    sql: `select json_extract(payload, '$.keys') from events where type = 'work_item_annotated'`,
    rows: [['["soap"]']],
  },
  {
    title: 'Edit Work Item',
    questions: [
      { asks: 'Which work item is changed?', chooses: 'W-1' },
      { asks: 'What is changed?', chooses: 'Title' },
      { asks: 'New title', types: 'Wash twice' },
    ],
    sql: 'select title from work_items where number = 1',
    rows: [['Wash twice']],
  },
  {
    title: 'Reprioritise Work Item',
    questions: [
      { asks: 'Which work item is moved?', chooses: 'W-2' },
      { asks: 'Where does it belong?', chooses: 'First of its priority' },
    ],
    sql: "select count(*) from events where type = 'work_item_reprioritised'",
    rows: [[1]],
  },
  {
    title: 'Update Task',
    questions: [
      { asks: 'What changes?', chooses: 'Focus' },
      { asks: 'What is the new text?', types: 'The counter' },
    ],
    sql: 'select focus from tasks',
    rows: [['The counter']],
  },
  {
    title: 'Start Slice',
    questions: [
      { asks: 'What does this slice do?', types: 'Count the tries' },
      { asks: 'The command that fails now', types: '' },
    ],
    sql: 'select title, status from slices',
    rows: [['Count the tries', 'open']],
  },
  {
    title: 'Record Decision',
    questions: [
      { asks: 'Its name: who, what sort', types: 'ada_choice_t1-limit_one_bucket' },
      { asks: 'Why? What speaks for it', types: 'One is enough' },
    ],
    sql: 'select decision, rationale from decisions',
    rows: [['ada_choice_t1-limit_one_bucket', 'One is enough']],
  },
  {
    title: 'Supersede Finding',
    questions: [
      { asks: 'Which findings does another one say better?', ticks: 'F-2' },
      { asks: 'Which finding takes their place?', chooses: 'F-1' },
    ],
    sql: 'select number, status from findings order by number',
    rows: [
      [1, 'open'],
      [2, 'superseded'],
    ],
  },
  {
    title: 'Make Work Item From Finding',
    questions: [{ asks: 'Which finding?', ticks: 'F-1' }],
    sql: 'select count(*) from work_items where number = 4',
    rows: [[1]],
  },
];

/** The Back button's key where these tests run; macOS and Windows have their own. */
const backKey = 'Control+Alt+Minus';

describe('the flows of the palette, by keyboard alone', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    for (const title of ['Wash', 'Dry', 'Fold']) await cli('Robin', 'queue', 'add', title);
    await cli('codex', 'queue', 'claim', 'W-3');
    await cli('Robin', 'task', 'start', 'Limit the logins', '--ref', 'limits-1', '--here');
    for (const text of ['The loop never ends', 'It loops']) {
      const words = ['--severity', 'high', '--path', 'README.md', '--line', '1', '--text', text];
      await cli('codex', 'finding', 'record', ...words);
    }
    opened = await openWorkbench({ repo: repository.path });
    await opened.workbench.openContainer('Stateroom');
    await opened.workbench.tree('Queue').waitForRow('W-1 Wash');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);
  const query = async (sql: string) => (await cli<{ rows: unknown }>('reader', 'store', 'query', sql)).rows;
  const allEvents = () => query('select max(id) from events');
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await opened.workbench.page.keyboard.press(key);
  };
  const focusedRow = (label: string) =>
    opened.workbench.quickInput.box().locator('.monaco-list-row.focused', { hasText: label });

  /** Waits for the question; types or chooses the answer, and gives it with Enter. */
  async function answer(question: Question): Promise<void> {
    const { quickInput, page } = opened.workbench;
    await quickInput.waitFor(question.asks);
    // What stands there, of the one before or as it is now, is replaced.
    await press('Control+a');
    if ('types' in question) {
      if (question.types === '') await press('Delete');
      else await page.keyboard.type(question.types);
    } else if ('chooses' in question) {
      await page.keyboard.type(question.chooses);
      await focusedRow(question.chooses).waitFor();
    } else {
      await page.keyboard.type(question.ticks);
      await expect.poll(() => quickInput.rows().count()).toBe(1);
      if ((await focusedRow(question.ticks).count()) === 0) await press('ArrowDown');
      await focusedRow(question.ticks).waitFor();
      await press('Space');
    }
    await press('Enter');
  }

  it.each(flows)('$title', async ({ title, questions, sql, rows }) => {
    const { quickInput } = opened.workbench;
    const runCommand = () => opened.workbench.runCommand(`Stateroom: ${title}`);
    const before = await allEvents();
    const [first, second] = questions as [Question, Question | undefined];
    await runCommand();
    if (second !== undefined) {
      await answer(first);
      await quickInput.waitFor(second.asks);
      await press(backKey);
    }
    await quickInput.waitFor(first.asks);
    await press('Escape');
    await quickInput.waitUntilClosed();
    expect(await allEvents()).toEqual(before);
    await runCommand();
    for (const question of questions) await answer(question);
    await expect.poll(() => query(sql), { timeout: 30_000 }).toEqual(rows);
  });

  it('offer what was chosen the last time first', async () => {
    const { workbench } = opened;
    await workbench.runCommand('Stateroom: Resolve Work Item');
    await answer({ asks: 'Which work item has ended?', chooses: 'W-1' });
    await workbench.quickInput.waitFor('How did it end?');
    await focusedRow('Failed').waitFor();
    await press('Escape');
    await workbench.quickInput.waitUntilClosed();
  });
});
