import { plainNumber } from '../json/writtenJson.js';
import type { Link, Reading, SourceFile } from './imported.js';
import { type Fields, listOf, type ReadIssue, readIssues, withLists } from './issueLists.js';
import { readRecord, textOf } from './tabular.js';
import { statusOf } from './words.js';

/** Reads issues from Linear's API. They keep their identifiers, such as `ENG-12`. */
export function readLinear(files: readonly SourceFile[]): Reading {
  return readIssues(files, () => (issue, place): ReadIssue => {
    const { identifier, id: uuid, number: _, state, priority, priorityLabel, ...more } = issue;
    const { relations, inverseRelations, children, comments, canceledAt, completedAt, team, project, ...rest } = more;
    const { creator, cycle, projectMilestone, ...others } = rest;
    const fields = {
      ...others,
      id: identifier,
      status: statusFor(state),
      priority: priorities[Number(plainNumber(priority))],
      completedAt: completedAt ?? canceledAt,
      comments: listOf(comments).map(({ body, user, createdAt }) => ({ body, author: textOf(user), createdAt })),
      team: textOf(team),
      project: textOf(project),
      creator: textOf(creator),
      cycle: textOf(cycle),
      projectMilestone: textOf(projectMilestone),
    };
    const entry = readRecord(Object.entries(fields), place);
    const blockedBy = listOf(inverseRelations).filter(({ type }) => type === 'blocks');
    const own = listOf(relations).filter(({ type }) => type !== 'blocks');
    const links = [
      ...blockedBy.flatMap(({ issue: one }) => linkTo(one, 'blocked by', 'waitsFor')),
      ...own.flatMap(({ type, relatedIssue }) => linkTo(relatedIssue, String(type), 'names')),
    ];
    const blocked = listOf(relations).filter(({ type }) => type === 'blocks');
    const id = String(identifier);
    return {
      entry: { ...entry, aliases: typeof uuid === 'string' ? [uuid] : [], links: [...entry.links, ...links] },
      ofOthers: [
        ...blocked.flatMap(({ relatedIssue }) => ofOther(relatedIssue, { kind: 'blocked by', id, role: 'waitsFor' })),
        ...listOf(children).flatMap(child => ofOther(child, { kind: 'parent', id, role: 'partOf' })),
      ],
    };
  });
}

/** Indexed by Linear's number; 0 is no priority. */
const priorities = [undefined, 'urgent', 'high', 'medium', 'low'];

/** Teams define their own states; an unknown one falls back to its type. */
function statusFor(state: unknown): unknown {
  const name = textOf(state);
  const { type } = (typeof state === 'object' && state !== null ? state : {}) as Fields;
  const says = ['backlog', 'unstarted', 'completed', 'canceled'].includes(String(type));
  return name !== undefined && (statusOf(name) !== undefined || !says) ? name : type;
}

function linkTo(issue: unknown, kind: string, role: Link['role']): Link[] {
  const { identifier } = withLists((issue ?? {}) as Fields);
  return typeof identifier === 'string' ? [{ kind, id: identifier, role }] : [];
}

function ofOther(issue: unknown, link: Link): [string, Link][] {
  return linkTo(issue, link.kind, link.role).map(({ id }) => [id, link]);
}
