import { truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importRig, lines } from '../../../test/support/importRig.js';
import { agent } from '../../../test/support/testRepository.js';
import { trackerDatabase } from '../../../test/support/trackerDatabase.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { importTracker } from './importTracker.js';

const rig = importRig();
const { write, run, counted } = rig;
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const nested = (levels: number, inner = '1') => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;
const deep = 'its lists and objects are nested more than 200 levels deep';
const cyclic = (count: number) =>
  lines(...many(count, id => ({ id: `x${id}`, title: 'x', dependsOn: many(count, other => `x${other}`) })));

/** What it ends in: the beginning of the refusal, or how many items are added. */
const files: readonly [what: string, name: string, text: () => string, end: string | number][] = [
  ['a note of 15 MB', 'a.csv', () => `title,notes\na,"${'x\n'.repeat(7_500_000)}"\n`, 1],
  ['a payload 50,000 deep', 'a.jsonl', () => `{"title":"a","x":${nested(50_000)}}`, `FILE, line 1: ${deep}.`],
  ['a payload 100,000 deep', 'a.jsonl', () => `{"title":"a","x":${nested(100_000)}}`, `FILE, line 1: ${deep}.`],
  ['3,000 levels and 1.10', 'a.jsonl', () => `{"title":"a","x":${nested(3000, '1.10')}}`, `FILE, line 1: ${deep}.`],
  ['199 levels', 'a.jsonl', () => `{"title":"a","x":${nested(199, '1.10')}}`, 1],
  [
    'subtasks 50,000 deep',
    'tasks.json',
    () => `{"tasks":${'[{"id":1,"title":"a","subtasks":'.repeat(50_000)}[]${'}]'.repeat(50_000)}}`,
    `FILE, line 1: ${deep}.`,
  ],
  ['a list 100,000 deep', 'a.json', () => nested(100_000), `FILE, line 1: ${deep}.`],
  ['brackets that never close', 'a.json', () => '['.repeat(1_000_000), `FILE, line 1: ${deep}.`],
  [
    '1,500 items that all wait for all',
    'a.jsonl',
    () => cyclic(1500),
    'The entries have more than 200000 dependencies',
  ],
  [
    '400 items that all wait for all',
    'a.jsonl',
    () => cyclic(400),
    '125350 dependencies cannot be imported: x0 → x0 (cycle), ',
  ],
  ['a million rows', 'a.csv', () => `title\n${'x\n'.repeat(1_000_000)}`, 'There are more than 50000 entries.'],
  ['a million lines that are none', 'a.jsonl', () => '{\n'.repeat(1_000_000), 'There are more than 50000 entries.'],
  ['ten million empty lines', 'a.jsonl', () => '\n'.repeat(10_000_000), 0],
  [
    '60,000 objects',
    'a.json',
    () => JSON.stringify(many(60_000, id => ({ title: `t${id}` }))),
    'There are more than 50000 entries.',
  ],
  [
    'a million objects',
    'a.json',
    () => `[${'{},'.repeat(1_000_000)}{}]`,
    'The file has more than 1000000 lists and objects.',
  ],
  [
    '20,000 new items',
    'a.csv',
    () => `title\n${many(20_000, id => `t${id}`).join('\n')}`,
    'The file contains 20000 work items',
  ],
  ['five million columns', 'a.csv', () => ','.repeat(5_000_000), 0],
  [
    '100,000 columns',
    'a.csv',
    () => `title,${many(100_000, id => `c${id}`).join(',')}\n${many(100_001, () => 'x').join(',')}`,
    1,
  ],
  ['ten million quotes', 'a.csv', () => `title\n${'"'.repeat(10_000_000)}`, 1],
  ['quotes that never close', 'a.csv', () => `title\n${'"x\n'.repeat(100_001)}`, 'There are more than 50000 entries.'],
  [
    '100,000 fields',
    'a.jsonl',
    () => JSON.stringify({ title: 'a', ...Object.fromEntries(many(100_000, id => [`f${id}`, 'x'.repeat(50)])) }),
    1,
  ],
  ['200,000 labels', 'a.jsonl', () => JSON.stringify({ title: 'a', labels: many(200_000, id => `l${id}`) }), 1],
  [
    'a status, kind, id and owner of 2 MB',
    'a.jsonl',
    () =>
      JSON.stringify({
        title: 'a',
        status: 's'.repeat(2e6),
        kind: `${'-'.repeat(2e6)}x`,
        id: 'i'.repeat(2e6),
        owner: 'o'.repeat(2e6),
      }),
    1,
  ],
  ['10,000 statuses', 'a.csv', () => `title,status\n${many(10_000, id => `t${id},s${id}`).join('\n')}`, 10_000],
  ['a title without a shape', 'a.jsonl', () => '{"title":"\\u200b\\u0000"}', 'FILE, line 1: title: it is empty.'],
  ['halves of characters', 'a.jsonl', () => '{"title":"\\ud800","id":"\\udc00","status":"\\ud800"}', 1],
  ['names of prototypes', 'a.csv', () => 'title,__proto__,constructor,toString\na,b,c,d\n', 1],
  [
    'a row of 10,000 parents',
    'a.csv',
    () =>
      `id,title,parent\n${many(10_000, id => `p${id},t,p${id === 0 ? '' : id - 1}`)
        .join('\n')
        .replace('p0,t,p', 'p0,t,')}`,
    '196 dependencies',
  ],
  [
    '300,000 parts',
    'a.json',
    () => JSON.stringify([{ number: 1, title: 'a', subIssues: many(300_000, number => ({ number })) }]),
    'The entries have more than 200000 dependencies',
  ],
  [
    '50,001 issues',
    'a.json',
    () => JSON.stringify(many(50_001, number => ({ number: number + 1, title: 'a', state: 'open' }))),
    'There are more than 50000 entries.',
  ],
  [
    'the same number 30,000 times',
    'tasks.json',
    () => JSON.stringify({ tasks: many(30_000, id => ({ id: 1, title: `t${id}` })) }),
    'The file contains 30000 work items',
  ],
  [
    'a document of 100,000 paragraphs',
    'a.json',
    () =>
      JSON.stringify({
        issues: [
          {
            key: 'A-1',
            fields: {
              summary: 'a',
              description: { type: 'doc', content: many(100_000, () => ({ type: 'paragraph' })) },
            },
          },
        ],
      }),
    1,
  ],
  [
    'a quoted title of 5 MB',
    'a.md',
    () => `---\nid: A-1\ntitle: '${"''".repeat(2_500_000)}'\n---\n`,
    'FILE, line 3: the field is not valid or too complex.',
  ],
  [
    'a title with 5 MB of blanks',
    'a.md',
    () => `---\nid: A-1\ntitle: a${' '.repeat(5_000_000)}b\n---\n`,
    'FILE, line 3: the field is not valid or too complex.',
  ],
  [
    '100,000 comments that do not end',
    'a.md',
    () => `---\nid: A-1\ntitle: a\n---\n## Comments\n${'<!-- COMMENT:BEGIN -->\n'.repeat(100_000)}`,
    1,
  ],
];

describe('a hostile file', () => {
  it.each(files)('with %s ends in a sentence or an import', { timeout: 60_000 }, async (_, name, text, end) => {
    const path = write(name, text());
    const answer = await rig.repository.call(importTracker, { path }, agent);
    if (isRefusal(answer)) expect(answer.message).toBeDefined();
    const said = isRefusal(answer)
      ? (await rig.repository.refused(importTracker, { path }, agent)).message.replaceAll(path, 'FILE')
      : answer.added;
    expect(typeof said === 'string' && typeof end === 'string' ? said.slice(0, end.length) : said).toBe(end);
    if (isRefusal(answer)) return;
    expect(answer.conversions.length).toBeLessThanOrEqual(5010);
    expect(JSON.stringify(answer).length).toBeLessThan(2_000_000);
  });

  it('of 40 MB is not read', async () => {
    const path = write('a.jsonl', '');
    truncateSync(path, 40 * 1024 * 1024);
    expect((await rig.repository.refused(importTracker, { path })).message).toBe(
      `${path} cannot be read: it is larger than 32 MB.`,
    );
  });
});

describe('a hostile database', () => {
  const rows = (count: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const item = `insert into work_items (id, kind, payload, status, created_at, updated_at)`;
  const large =
    'FILE cannot be read: its table work_items has more than 200000 rows, or there are more than 64 MB in all.';

  it.each<[string, string[], string | number]>([
    [
      'a generated column',
      [
        `alter table work_items add column big text generated always as (hex(zeroblob(2000000))) virtual`,
        `${rows(3000)} ${item} select 'x' || i, 'k', '{}', 'pending', 1, 1 from n`,
      ],
      3000,
    ],
    [
      'a large default',
      [
        `${rows(3000)} ${item} select 'x' || i, 'k', '{}', 'pending', 1, 1 from n`,
        `alter table work_items add column big text default '${'x'.repeat(100_000)}'`,
      ],
      large,
    ],
    ['200,001 rows', [`${rows(200_001)} ${item} select 'x' || i, 'k', '{}', 'pending', 1, 1 from n`], large],
    [
      'a view in place of a table',
      [
        'drop table events',
        `create view events as ${rows(1e9)} select i as id, i as ts, 'x' as type, null as actor, null as work_item_id, '{}' as payload from n`,
      ],
      'FILE is not a database of agent-state: it has no table events.',
    ],
    ['a payload 100,000 deep', [`${item} values ('x', 'k', '${nested(100_000)}', 'pending', 1, 1)`], 1],
    [
      'columns with quotes',
      [
        `alter table work_items add column "a""b'" text default 'x'`,
        `${item} values ('x', 'k', '{}', 'pending', 1, 1)`,
      ],
      1,
    ],
  ])('with %s ends in a sentence or an import', { timeout: 60_000 }, async (_, statements, end) => {
    const path = write('state.sqlite', await trackerDatabase('agent-state', {}, statements.join(';\n')));
    const answer = await rig.repository.call(importTracker, { path }, agent);
    const said = isRefusal(answer)
      ? (await rig.repository.refused(importTracker, { path }, agent)).message.replaceAll(path, 'FILE')
      : answer.added;
    expect(said).toBe(end);
  });
});

describe('what is in progress', () => {
  const held = lines(
    { id: 'a-1', title: 'a', status: 'in progress', assignee: 'Dana Person' },
    { id: 'a-2', title: 'b', status: 'in progress', assignee: agent.name },
  );
  const owners = () => counted('select key, status, owner, assignee from work_items order by number');

  it('is held by its assignee where a person imports it', async () => {
    await run(write('a.jsonl', held));
    expect(await owners()).toEqual([
      ['a-1', 'in_flight', 'Dana Person', 'Dana Person'],
      ['a-2', 'in_flight', agent.name, agent.name],
    ]);
  });

  it('is held by nobody where an agent imports it', async () => {
    await run(write('a.jsonl', held), {}, agent);
    expect(await owners()).toEqual([
      ['a-1', 'pending', null, 'Dana Person'],
      ['a-2', 'pending', null, agent.name],
    ]);
  });

  it('of agent-state is held by an agent that imports it itself', async () => {
    const item = { kind: 'k', payload: '{}', status: 'in_flight', created_at: 1, updated_at: 1, notes: null };
    const work_items = [
      { ...item, id: 'a-1', owner_agent: 'luna' },
      { ...item, id: 'a-2', owner_agent: agent.name },
    ];
    await run(write('state.sqlite', await trackerDatabase('agent-state', { work_items })), {}, agent);
    expect(await owners()).toEqual([
      ['a-1', 'pending', null, null],
      ['a-2', 'in_flight', agent.name, null],
    ]);
  });
});
