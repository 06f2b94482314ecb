import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { mustRunCli } from '../editor/runCli.js';
import type { ScratchRepository } from '../editor/scratchRepository.js';

/** All that an answer could change. */
export interface RepositoryState {
  /** Every row of every table of the store, whole. */
  readonly rows: Readonly<Record<string, unknown[]>>;
  /** Branches and tags with their commits. */
  readonly refs: string;
  /** Worktrees with their commits. */
  readonly trees: string;
  /** What differs from the commit in the first of them, with new files. */
  readonly files: string;
}

/** Rows of a query on the store of a repository. */
export async function queryStore(repository: string, sql: string): Promise<unknown[][]> {
  return (await mustRunCli<{ rows: unknown[][] }>(repository, 'looker', ['store', 'query', sql])).rows;
}

/** What the repository and its store hold now; two that are equal have nothing between them that was written. */
export async function repositoryState(repository: ScratchRepository): Promise<RepositoryState> {
  return {
    rows: await allRows(repository.path),
    refs: await repository.git('for-each-ref', '--format=%(refname) %(objectname)'),
    trees: await repository.git('worktree', 'list', '--porcelain'),
    // With what was changed, not only that it was.
    files: [
      await repository.git('status', '--porcelain', '--untracked-files=all'),
      await repository.git('diff', 'HEAD'),
    ].join('\n'),
  };
}

async function allRows(repository: string): Promise<Record<string, unknown[]>> {
  const folder = await temporaryFolder('stateroom-export-');
  try {
    const file = join(folder.path, 'store.sqlite');
    await mustRunCli(repository, 'looker', ['store', 'export', file]);
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
      return Object.fromEntries(
        tables.map(({ name }) => [String(name), database.prepare(`select * from "${name}"`).all()]),
      );
    } finally {
      database.close();
    }
  } finally {
    await folder.remove();
  }
}
