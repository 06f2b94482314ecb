import { expect } from 'vitest';
import { answer, git } from '../cliRig.js';
import { type Connection, connect } from '../mcpRig.js';

/** What is there at the end of a story, written as short lines. */
export interface StoryEnd {
  /** `W-1 done`, `W-2 in_flight bob`; in the order in which they were added. */
  readonly items: readonly string[];
  /** `L-1 login merged`, also those that ended. */
  readonly lanes: readonly string[];
  /** `T-1 done archived`. */
  readonly tasks: readonly string[];
  /** `approval L-1`. */
  readonly needsYou: readonly string[];
  /** `W-1 bob WORKING`. */
  readonly inProgress: readonly string[];
  /** Names of the worktrees' folders. */
  readonly worktrees: readonly string[];
  readonly branches: readonly string[];
  /** Branches of the remote; none where there is no remote. */
  readonly remote: readonly string[];
}

/** A repository from which all work is gone: what a story ends as unless its own end says more. */
export const nothingLeft = {
  needsYou: [],
  inProgress: [],
  worktrees: ['repository'],
  branches: ['main'],
  remote: ['main'],
} as const;

/**
 * What is there now, read over MCP by `reader` or by a connection of its own. Fails where `status`, `dashboard` and an agent's
 * `status` do not count alike.
 */
export async function storyEnd(cwd: string, reader?: Connection): Promise<StoryEnd> {
  const agent = reader ?? (await connect({ cwd, actor: 'reader' }));
  const asked = async (tool: string, input: Record<string, unknown>) => {
    const { isError, text, data } = await agent.call(tool, input);
    if (isError) throw new Error(text);
    return data as Record<string, Row[]>;
  };
  const { items } = await asked('work_items', { action: 'list', order: 'created' });
  const { lanes } = await asked('manage_worktree_lane', { action: 'list', all: true });
  const { tasks } = await asked('get_handoff_state', { action: 'tasks' });
  const { tasks: archived } = await asked('get_handoff_state', { action: 'tasks', archived: true });
  const told = await asked('work_items', { action: 'status' });
  if (reader === undefined) await agent.close();
  const status = (await answer(['status'], { cwd, actor: 'reader' })) as Record<string, Row[]>;
  const needsYou = rows(status.needs).map(({ kind, ref }) => `${kind} ${ref}`);
  const inProgress = rows(status.inProgress).map(({ ref, who, state }) => line(ref, who, state));
  const totals = { needsYou: needsYou.length, inProgress: inProgress.length };
  expect(status).toMatchObject({ totals });
  expect(told).toMatchObject({ totals });
  expect(await answer(['dashboard'], { cwd, actor: 'reader' })).toMatchObject({
    needsYou: { total: totals.needsYou },
    working: { total: totals.inProgress },
  });
  const heads = git(cwd, 'remote') === '' ? '' : git(cwd, 'ls-remote', '--heads', 'origin');
  return {
    items: byNumber(
      rows(items).map(({ ref, section, owner }) => line(ref, section, section === 'done' ? null : owner)),
    ),
    lanes: rows(lanes).map(({ ref, lane, status: at }) => line(ref, lane, at)),
    tasks: byNumber(
      [...rows(tasks), ...rows(archived)].map(({ ref, status: at, archivedAt }) =>
        line(ref, at, archivedAt && 'archived'),
      ),
    ),
    needsYou,
    inProgress,
    worktrees: linesOf(git(cwd, 'worktree', 'list', '--porcelain').matchAll(/^worktree .*\/(.+)$/gm)),
    branches: linesOf(git(cwd, 'for-each-ref', '--format=%(refname)', 'refs/heads').matchAll(/^refs\/heads\/(.+)$/gm)),
    remote: linesOf(heads.matchAll(/\trefs\/heads\/(.+)$/gm)),
  };
}

function linesOf(matches: Iterable<RegExpMatchArray>): string[] {
  return Array.from(matches, ([, name]) => name ?? '');
}

/** A row of any kind, of which the end names what it expects. */
type Row = Record<string, unknown>;

function rows(list: Row[] | undefined): Row[] {
  if (list === undefined) throw new Error('There is no list.');
  return list;
}

function line(...words: unknown[]): string {
  return words.filter(word => word !== null && word !== undefined).join(' ');
}

function byNumber(lines: readonly string[]): readonly string[] {
  return lines.toSorted((a, b) => Number.parseInt(a.slice(2), 10) - Number.parseInt(b.slice(2), 10));
}
