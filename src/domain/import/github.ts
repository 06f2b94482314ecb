import * as z from 'zod';
import { type Link, type Place, type Reading, readShape, type SourceFile, withoutEmpty } from './imported.js';
import { type Fields, type ReadIssue, readIssues } from './issueLists.js';
import { repositoryOf } from './issueOrigin.js';
import { Times } from './times.js';

const text = z.string().nullish();
const user = z.looseObject({ login: z.string() }).nullish();
const other = z.looseObject({ number: z.int() });
const others = z.array(other).nullish();

const issueSchema = z.looseObject({
  number: z.int().min(1),
  title: z.string().min(1),
  state: text,
  stateReason: text,
  author: user,
  assignees: z.array(z.looseObject({ login: z.string() })).nullish(),
  labels: z.array(z.union([z.string(), z.looseObject({ name: z.string() })])).nullish(),
  comments: z
    .union([z.array(z.looseObject({ author: user, user, body: text, createdAt: text, created_at: text })), z.number()])
    .nullish(),
  createdAt: text,
  updatedAt: text,
  closedAt: text,
  issueType: z.looseObject({ name: z.string() }).nullish(),
  milestone: z.looseObject({ title: z.string(), dueOn: text, due_on: text }).nullish(),
  parent: other.nullish(),
  subIssues: others,
  blockedBy: others,
  blocking: others,
});

/** Reads `gh issue list --json …`, REST and GraphQL. Ids are `#42`, or `owner/name#42` for several repositories. */
export function readGithub(files: readonly SourceFile[]): Reading {
  return readIssues(files, all => {
    const isOne = new Set(all.map(one => repositoryOf(one as Fields)).filter(name => name !== '')).size <= 1;
    return (issue, place) => {
      // The REST API lists pull requests among the issues.
      if (issue.pull_request || issue.isPullRequest === true || issue.__typename === 'PullRequest')
        return 'pull request';
      return readIssue('created_at' in issue ? fromRest(issue) : issue, place, {
        isOne,
        repository: repositoryOf(issue),
      });
    };
  });
}

/** Renames REST fields to those of `gh` and drops API addresses. */
function fromRest(issue: Fields): Fields {
  const { user: author, type, assignee, assignees, html_url: url, ...more } = issue;
  const named = Object.entries(more)
    .filter(([name]) => name !== 'url' && !name.endsWith('_url'))
    .map(([name, value]) => [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value] as const);
  const people = Array.isArray(assignees) && assignees.length > 0 ? assignees : assignee ? [assignee] : [];
  return { ...Object.fromEntries(named), author, assignees: people, issueType: type, url };
}

interface Origin {
  readonly isOne: boolean;
  readonly repository: string;
}

function readIssue(fields: Fields, place: Place, { isOne, repository }: Origin): ReadIssue {
  const issue = readShape(issueSchema, fields, place);
  const { number, title, state, stateReason, author, assignees, labels, comments, issueType, ...more } = issue;
  const { createdAt, updatedAt, closedAt, milestone, parent, blockedBy, subIssues, blocking, ...rest } = more;
  const { closed: _, id: nodeId, repository: __, ...details } = rest;
  const times = new Times();
  const people = (assignees ?? []).map(({ login }) => login);
  const nameOf = (one: { readonly number: number }) => `${isOne ? '' : repository}#${one.number}`;
  const id = nameOf(issue);
  // COMPLETED adds nothing to CLOSED; NOT_PLANNED and DUPLICATE do.
  const status = state?.toUpperCase() === 'CLOSED' && stateReason ? stateReason : state;
  const links: Link[] = [
    ...(blockedBy ?? []).map(one => ({ kind: 'blocked-by', id: nameOf(one), role: 'waitsFor' }) as const),
    ...(parent ? [{ kind: 'parent', id: nameOf(parent), role: 'partOf' } as const] : []),
  ];
  const entry = {
    place,
    id,
    title,
    status: status ?? undefined,
    kind: issueType?.name ?? 'issue',
    labels: (labels ?? []).map(label => (typeof label === 'string' ? label : label.name)),
    owner: people[0],
    createdAt: times.at(createdAt, 'createdAt'),
    updatedAt: times.at(updatedAt, 'updatedAt'),
    closedAt: times.at(closedAt, 'closedAt'),
    due: times.at(milestone?.dueOn ?? milestone?.due_on, 'milestone.dueOn'),
    links,
    comments: (Array.isArray(comments) ? comments : []).map(comment => ({
      author: comment.author?.login ?? comment.user?.login,
      at: times.ofComment(comment.createdAt ?? comment.created_at, 'comments.createdAt'),
      text: comment.body ?? '',
    })),
    details: withoutEmpty({
      ...details,
      ...times.kept,
      nodeId: details.nodeId ?? nodeId,
      repository: isOne && details.url !== undefined ? undefined : repository,
      author: author?.login,
      milestone: milestone?.title,
      assignees: people.length > 1 ? people : undefined,
    }),
    counted: times.counted,
  };
  return {
    entry,
    ofOthers: [
      ...(blocking ?? []).map(one => [nameOf(one), { kind: 'blocked-by', id, role: 'waitsFor' }] as const),
      ...(subIssues ?? []).map(one => [nameOf(one), { kind: 'parent', id, role: 'partOf' }] as const),
    ],
  };
}
