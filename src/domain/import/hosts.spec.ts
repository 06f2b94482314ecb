import { describe, expect, it } from 'vitest';
import { formatOf, readers } from './readers.js';

/** The entries of a file, by the format that is found for it. */
function read(value: unknown, change = (text: string) => text) {
  const file = { name: 'issues.json', text: change(JSON.stringify(value, undefined, 1)) };
  const format = formatOf(file) ?? 'json';
  const { entries, problems, leftOut, notes = [] } = readers[format]([file]);
  return { format, entries, problems, leftOut, notes };
}

const time = Date.UTC(2024, 2, 6, 10);

describe('GitHub', () => {
  const rest = {
    url: 'https://api.github.com/repos/o/r/issues/42',
    repository_url: 'https://api.github.com/repos/o/r',
    html_url: 'https://github.com/o/r/issues/42',
    id: 2_000_000_001,
    node_id: 'I_kw',
    number: 42,
    title: 'Crash',
    user: { login: 'cem', id: 1, avatar_url: 'https://x' },
    labels: [{ id: 1, name: 'bug', color: 'f00' }, 'plain'],
    state: 'closed',
    state_reason: 'not_planned',
    locked: false,
    assignee: { login: 'ana' },
    assignees: [],
    milestone: { title: 'v2', due_on: '2024-03-06T10:00:00Z' },
    comments: 3,
    created_at: '2024-03-06T10:00:00Z',
    updated_at: '2024-03-06T10:00:00Z',
    closed_at: null,
    body: null,
    type: { name: 'Bug' },
    pull_request: null,
  };
  const expected = {
    id: '#42',
    title: 'Crash',
    status: 'not_planned',
    kind: 'Bug',
    labels: ['bug', 'plain'],
    owner: 'ana',
    createdAt: time,
    due: time,
    comments: [],
    details: { author: 'cem', milestone: 'v2', nodeId: 'I_kw', locked: false, url: rest.html_url },
  };

  it('is read as REST answers it, without its pull requests', () => {
    const { format, entries, leftOut } = read([rest, { ...rest, number: 43, pull_request: { url: 'x' } }]);
    expect([format, leftOut, entries]).toEqual(['github', { 'pull request': 1 }, [expect.objectContaining(expected)]]);
  });

  it.each<[string, unknown]>([
    ['a search', { total_count: 1, incomplete_results: false, items: [rest] }],
    ['pages in one list', [[rest], []]],
    [
      'searches in one list',
      [
        { total_count: 1, items: [rest] },
        { total_count: 1, items: [] },
      ],
    ],
  ])('is read as %s', (_, value) => {
    expect(read(value)).toMatchObject({ format: 'github', entries: [expected] });
  });

  it('is read as GraphQL answers it', () => {
    const node = {
      number: 42,
      title: 'Crash',
      state: 'OPEN',
      author: null,
      assignees: { nodes: [{ login: 'ana' }] },
      labels: { edges: [{ node: { name: 'bug' } }] },
      comments: { totalCount: 1, nodes: [{ author: { login: 'ben' }, body: 'x', createdAt: '2024-03-06T10:00:00Z' }] },
      createdAt: '2024-03-06T10:00:00Z',
      closedAt: null,
      parent: { number: 7 },
      subIssues: { nodes: [{ number: 43 }] },
      milestone: null,
    };
    const nodes = [node, { ...node, number: 43, parent: null, subIssues: { nodes: [] } }];
    for (const issues of [{ nodes }, { edges: nodes.map(one => ({ node: one })) }]) {
      const { format, entries } = read({ data: { repository: { issues } } });
      expect([format, entries]).toMatchObject([
        'github',
        [
          {
            id: '#42',
            owner: 'ana',
            labels: ['bug'],
            comments: [{ author: 'ben', at: time, text: 'x' }],
            links: [{ kind: 'parent', id: '#7' }],
          },
          { id: '#43', links: [{ kind: 'parent', id: '#42', role: 'partOf' }] },
        ],
      ]);
    }
  });

  it('names the repository where there are several', () => {
    const other = { ...rest, repository_url: 'https://api.github.com/repos/o/other' };
    expect(read([rest, other]).entries.map(({ id }) => id)).toEqual(['o/r#42', 'o/other#42']);
    const searched = { number: 1, title: 'a', repository: { name: 'r', nameWithOwner: 'o/r' } };
    const second = { ...searched, repository: { name: 's', nameWithOwner: 'o/s' } };
    expect(read([searched, second]).entries.map(({ id }) => id)).toEqual(['o/r#1', 'o/s#1']);
  });
});

describe('GitLab', () => {
  const issue = {
    id: 9001,
    iid: 12,
    project_id: 5,
    title: 'Slow query',
    description: 'It takes long.',
    state: 'opened',
    created_at: '2024-03-06T10:00:00.000Z',
    updated_at: '2024-03-06T10:00:00.000Z',
    closed_at: null,
    labels: ['perf', 'db'],
    milestone: { id: 1, iid: 1, title: '16.0', due_date: '2024-03-06' },
    assignees: [{ id: 3, username: 'ana', name: 'Ana Lee', avatar_url: null }],
    author: { id: 4, username: 'ben', name: 'Ben' },
    assignee: { id: 3, username: 'ana', name: 'Ana Lee' },
    type: 'ISSUE',
    issue_type: 'incident',
    user_notes_count: 0,
    due_date: null,
    web_url: 'https://gitlab.com/g/p/-/issues/12',
    references: { short: '#12', full: 'g/p#12' },
    _links: { self: 'x' },
    weight: null,
    epic: null,
  };

  it.each<[string, unknown]>([
    ['a list', [issue]],
    [
      'GraphQL',
      {
        data: {
          project: {
            issues: {
              nodes: [
                {
                  iid: '12',
                  title: 'Slow query',
                  state: 'opened',
                  createdAt: '2024-03-06T10:00:00Z',
                  labels: { nodes: [{ title: 'perf' }, { title: 'db' }] },
                  assignees: { nodes: [{ username: 'ana', name: 'Ana Lee' }] },
                  type: 'INCIDENT',
                  dueDate: '2024-03-06',
                  milestone: null,
                },
              ],
            },
          },
        },
      },
    ],
  ])('is read as %s', (_, value) => {
    expect(read(value)).toMatchObject({
      format: 'gitlab',
      problems: [],
      entries: [
        {
          id: '#12',
          title: 'Slow query',
          status: 'opened',
          kind: 'incident',
          labels: ['perf', 'db'],
          owner: 'ana',
          createdAt: time,
          due: Date.UTC(2024, 2, 6),
        },
      ],
    });
  });

  it('names the project where there are several', () => {
    const other = { ...issue, project_id: 6, references: null, web_url: null };
    expect(read([issue, other]).entries.map(({ id }) => id)).toEqual(['g/p#12', '6#12']);
    const graph = (path: string) => ({ iid: '12', title: 'a', webUrl: `https://gitlab.com/${path}/-/issues/12` });
    expect(read([graph('g/p'), graph('g/sub/p')]).entries.map(({ id }) => id)).toEqual(['g/p#12', 'g/sub/p#12']);
    const asWork = { iid: 12, title: 'a', web_url: 'https://gitlab.com/g/p/-/work_items/12' };
    expect(read([asWork, { iid: 13, title: 'b' }]).entries.map(({ id }) => id)).toEqual(['#12', '#13']);
  });
});

describe('Jira', () => {
  const issue = (key: string, fields: object) => ({ id: `1${key.slice(-1)}`, key, expand: 'x', fields });
  const answer = {
    startAt: 0,
    total: 3,
    issues: [
      issue('SHOP-1', {
        summary: 'Epic',
        issuetype: { name: 'Epic' },
        status: { name: 'Selected', statusCategory: { key: 'new' } },
        subtasks: [{ key: 'SHOP-3' }],
        assignee: null,
        customfield_1: null,
        customfield_2: 5,
      }),
      issue('SHOP-2', {
        summary: 'Fix login',
        issuetype: { name: 'Bug' },
        priority: { name: 'Highest' },
        status: { name: 'In Progress', statusCategory: { key: 'indeterminate' } },
        assignee: { accountId: 'a1', displayName: 'Ana Lee', emailAddress: 'ana@example.org' },
        labels: ['net'],
        created: '2024-03-06T10:00:00.000+0000',
        duedate: '2024-03-06',
        parent: { id: '11', key: 'SHOP-1', fields: { summary: 'Epic' } },
        issuelinks: [
          { type: { name: 'Blocks', inward: 'is blocked by', outward: 'blocks' }, inwardIssue: { key: 'SHOP-3' } },
          { type: { name: 'Relates', inward: 'relates to', outward: 'relates to' }, outwardIssue: { key: 'SHOP-1' } },
        ],
        description: {
          type: 'doc',
          version: 1,
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'One ' },
                { type: 'text', text: 'line.' },
              ],
            },
            {
              type: 'bulletList',
              content: [
                { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Point' }] }] },
              ],
            },
          ],
        },
        comment: {
          comments: [{ author: { displayName: 'Ben' }, body: 'Text', created: '2024-03-06T11:00:00.000+0100' }],
        },
      }),
      issue('SHOP-3', {
        summary: 'Old',
        status: { name: 'Shipped', statusCategory: { key: 'done' } },
        resolution: { name: "Won't Do" },
        resolutiondate: '2024-03-06T10:00:00.000+0000',
      }),
    ],
  };

  it('is read as its search answers', () => {
    expect(read(answer)).toMatchObject({
      format: 'jira',
      problems: [],
      entries: [
        { id: 'SHOP-1', status: 'new', kind: 'Epic', aliases: ['11'], details: { customfield_2: 5 }, owner: undefined },
        {
          id: 'SHOP-2',
          status: 'In Progress',
          kind: 'Bug',
          priority: 'Highest',
          owner: 'Ana Lee',
          labels: ['net'],
          createdAt: time,
          due: Date.UTC(2024, 2, 6),
          links: [
            { kind: 'parent', id: 'SHOP-1', role: 'partOf' },
            { kind: 'is blocked by', id: 'SHOP-3', role: 'waitsFor' },
            { kind: 'relates to', id: 'SHOP-1', role: 'names' },
          ],
          comments: [{ author: 'Ben', at: time, text: 'Text' }],
          details: { description: 'One line.\nPoint' },
        },
        {
          id: 'SHOP-3',
          status: "Won't Do",
          closedAt: time,
          links: [{ kind: 'parent', id: 'SHOP-1', role: 'partOf' }],
        },
      ],
    });
  });

  it('is read as a list, and says which issue has no fields or no summary', () => {
    const [first] = answer.issues;
    const { format, entries, problems } = read([first, { key: 'SHOP-8' }, issue('SHOP-9', { summary: null })]);
    expect([format, entries.length, problems?.map(({ problem }) => (problem as { values?: object }).values)]).toEqual([
      'jira',
      1,
      [{ field: 'fields' }, { field: 'title' }],
    ]);
  });
});

describe('Linear', () => {
  const issue = {
    id: 'uuid-1',
    identifier: 'ENG-12',
    number: 12,
    title: 'Ship it',
    description: null,
    priority: 2,
    priorityLabel: 'High',
    estimate: 3,
    state: { id: 's', name: 'In Progress', type: 'started' },
    assignee: { id: 'u', name: 'Ana Lee', displayName: 'ana', email: 'ana@example.org' },
    labels: { nodes: [{ id: 'l', name: 'net' }] },
    createdAt: '2024-03-06T10:00:00.000Z',
    startedAt: '2024-03-06T10:00:00.000Z',
    completedAt: null,
    canceledAt: null,
    dueDate: '2024-03-06',
    parent: { id: 'uuid-0', identifier: 'ENG-1', title: 'Above' },
    children: { nodes: [{ identifier: 'ENG-13' }] },
    relations: {
      nodes: [
        { type: 'blocks', relatedIssue: { identifier: 'ENG-14' } },
        { type: 'related', relatedIssue: { identifier: 'ENG-15' } },
      ],
    },
    inverseRelations: { nodes: [{ type: 'blocks', issue: { identifier: 'ENG-16' } }] },
    comments: { nodes: [{ body: 'x', user: { displayName: 'ben' }, createdAt: '2024-03-06T10:00:00.000Z' }] },
    team: { key: 'ENG', name: 'Engineering' },
    cycle: null,
  };
  const small = (identifier: string, state: object) => ({ identifier, title: identifier, state, priority: 0 });
  const nodes = [
    issue,
    small('ENG-13', { name: 'Icebox', type: 'backlog' }),
    small('ENG-14', { name: 'Shipped', type: 'completed' }),
    small('ENG-15', { name: 'In Review', type: 'started' }),
    small('ENG-16', { name: 'Canceled', type: 'canceled' }),
  ];

  it.each<[string, unknown]>([
    ['a list', nodes],
    ['issues', { data: { issues: { nodes, pageInfo: { hasNextPage: false } } } }],
    ['issues of a team', { data: { team: { id: 't', issues: { nodes } } } }],
    ['edges', { data: { issues: { edges: nodes.map(node => ({ node, cursor: 'c' })) } } }],
  ])('is read as %s', (_, value) => {
    const { format, entries } = read(value);
    expect(format).toBe('linear');
    expect(entries[0]).toMatchObject({
      id: 'ENG-12',
      aliases: ['uuid-1'],
      title: 'Ship it',
      status: 'In Progress',
      priority: 'high',
      owner: 'ana',
      labels: ['net'],
      createdAt: time,
      startedAt: time,
      due: Date.UTC(2024, 2, 6),
      links: [
        { kind: 'parent', id: 'ENG-1', role: 'partOf' },
        { kind: 'blocked by', id: 'ENG-16', role: 'waitsFor' },
        { kind: 'related', id: 'ENG-15', role: 'names' },
      ],
      comments: [{ author: 'ben', at: time, text: 'x' }],
      details: { team: 'Engineering', estimate: 3 },
    });
    expect(
      entries.slice(1).map(({ id, status, priority, links }) => [id, status, priority, links.map(one => one.id)]),
    ).toEqual([
      ['ENG-13', 'backlog', undefined, ['ENG-12']],
      ['ENG-14', 'completed', undefined, ['ENG-12']],
      ['ENG-15', 'In Review', undefined, []],
      ['ENG-16', 'Canceled', undefined, []],
    ]);
  });
});

describe('a list that a host gives in pages', () => {
  const issue = (number: number) => ({ number, title: 'a' });
  const jira = (startAt: number, total: number) => ({
    startAt,
    total,
    issues: [{ key: `SHOP-${startAt + 1}`, fields: { summary: 'a' } }],
  });
  const graph = (number: number, hasNextPage: boolean, more = {}) => ({
    data: { repository: { issues: { nodes: [issue(number)], pageInfo: { hasNextPage }, ...more } } },
  });
  const file = 'issues.json';

  it.each<[string, unknown, number | null, number]>([
    ['the first page of Jira', jira(0, 3), 3, 1],
    ['the last page of Jira', jira(2, 3), 3, 1],
    ['two of three pages of Jira', [jira(0, 3), jira(1, 3)], 3, 2],
    ['a page of the search of Jira that has tokens', { issues: jira(0, 3).issues, nextPageToken: 'x' }, null, 1],
    ['the same, without the token', { issues: jira(0, 3).issues, isLast: false }, null, 1],
    ['a search of GitHub', { total_count: 120, incomplete_results: false, items: [issue(1)] }, 120, 1],
    ['GraphQL', graph(1, true), null, 1],
    ['GraphQL with a count', graph(1, true, { totalCount: 7 }), 7, 1],
    ['two pages of GraphQL', [graph(1, true), graph(2, true)], null, 2],
    ['other JSON', { next: 'https://host/?page=2', results: [{ key: 'A-1', name: 'a' }] }, null, 1],
  ])('says what is missing of %s', (_, value, total, count) => {
    const { notes, entries, problems } = read(value);
    const one =
      total === null
        ? { key: 'imports.morePages', values: { file, read: count } }
        : { key: 'imports.partOfAll', values: { file, read: count, total } };
    const note = { key: 'input.both', values: { one, other: { key: 'imports.otherPages', values: {} } } };
    expect([notes, entries.length, problems]).toEqual([[note], count, []]);
  });

  it.each<[string, unknown]>([
    ['all pages of Jira', [jira(0, 2), jira(1, 2)]],
    ['the last page with tokens', { issues: jira(0, 3).issues, isLast: true }],
    ['all of a search', { total_count: 1, items: [issue(1)] }],
    ['all pages of GraphQL', [graph(1, true), graph(2, false, { totalCount: 2 })]],
    ['other JSON', { count: 9, next: null, results: [{ key: 'A-1', name: 'a' }] }],
    ['a list', [issue(1)]],
  ])('says nothing of %s', (_, value) => {
    expect(read(value).notes).toEqual([]);
  });
});

describe('an error of a host', () => {
  it.each<[string, unknown, string]>([
    ['GitHub', { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' }, 'Not Found'],
    [
      'a search of GitHub',
      { message: 'Validation Failed', errors: [{ message: 'The repository cannot be searched.', code: 'invalid' }] },
      'Validation Failed; The repository cannot be searched',
    ],
    ['Jira', { errorMessages: ['Issue does not exist.'], errors: {} }, 'Issue does not exist'],
    ['Jira, of a field', { errorMessages: [], errors: { jql: 'Unknown field.' } }, 'jql: Unknown field'],
    ['GitLab', { message: '401 Unauthorized' }, '401 Unauthorized'],
    ['GitLab, of a token', { error: 'invalid_token', error_description: 'It expired.' }, 'invalid_token; It expired'],
    ['GitLab, of a field', { message: { labels: ['is invalid'] } }, 'labels: is invalid'],
    ['GraphQL', { errors: [{ message: 'Bad credentials', path: ['x'] }] }, 'Bad credentials'],
    ['GraphQL with empty data', { errors: [{ message: 'Gone' }], data: { repository: null } }, 'Gone'],
    ['Linear', { errors: [{ message: 'Not allowed', extensions: { code: 'X' } }], data: null }, 'Not allowed'],
  ])('is named: %s', (_, value, error) => {
    const problem = { key: 'imports.hostError', values: { error } };
    for (const answer of [value, [value]]) {
      expect(read(answer)).toMatchObject({ entries: [], problems: [{ place: { line: expect.any(Number) }, problem }] });
    }
  });

  it('is named beside the issues that came along', () => {
    const issues = { nodes: [{ number: 1, title: 'a' }] };
    const answer = { data: { repository: { issues } }, errors: [{ message: 'Some are hidden' }] };
    expect(read(answer)).toMatchObject({
      entries: [{ id: '#1' }],
      problems: [],
      notes: [{ key: 'imports.errorBeside', values: { file: 'issues.json', error: 'Some are hidden' } }],
    });
  });
});

describe('other JSON', () => {
  it.each<[string, unknown]>([
    ['a list', [{ key: 'A-1', name: 'a', state: null }]],
    ['records', { records: [{ key: 'A-1', name: 'a' }], offset: 'x' }],
    ['values', { values: [{ key: 'A-1', name: 'a', assignee: null }] }],
    ['data', { data: [{ key: 'A-1', name: 'a', labels: null }], meta: {} }],
    ['results', { count: 1, next: null, results: [{ key: 'A-1', name: 'a', created: null }] }],
  ])('is read as %s', (_, value) => {
    for (const change of [(text: string) => text, (text: string) => text.replaceAll('\n', '\r\n')]) {
      expect(read(value, change)).toMatchObject({
        format: 'json',
        entries: [{ id: 'A-1', title: 'a', place: { file: 'issues.json' } }],
      });
    }
  });

  it.each([[{}], [{ a: 1 }], [null], [7], ['x'], [{ issues: null }], [{ data: { repository: null } }]])(
    '%j has a problem',
    value => {
      const { entries, problems } = read(value);
      expect([entries.length, problems?.length]).toEqual([0, 1]);
    },
  );
});
