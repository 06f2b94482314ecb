import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runCli } from '../editor/runCli.js';

/** Rows of a query on the store of a repository. */
export async function queryStore(repository: string, sql: string): Promise<unknown> {
  const { answer } = await runCli(repository, 'looker', ['store', 'query', sql]);
  return (answer.data as { rows: unknown }).rows;
}

/** All that a ritual could write beside files: rows, and branches with their work trees. */
export async function ritualRows(repository: string): Promise<string> {
  const tables = [
    'work_items',
    'tasks',
    'slices',
    'next_actions',
    'decisions',
    'findings',
    'review_runs',
    'evidence',
    'events',
  ];
  const ids = `select ${tables.map(table => `(select group_concat(id) from ${table})`).join(', ')}`;
  const { stdout } = await promisify(execFile)('git', ['worktree', 'list'], { cwd: repository });
  return JSON.stringify(await queryStore(repository, ids)) + stdout;
}
