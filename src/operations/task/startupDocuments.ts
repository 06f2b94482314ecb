import { agents } from '../../domain/agent/agents.js';
import type { Context } from '../../records/context.js';

/** What agents read first in a repository, where it has them. */
const candidates = ['AGENTS.md', ...agents.flatMap(({ documents = [] }) => documents), 'CONTRIBUTING.md'];
/** Where OpenSpec keeps the changes that are in progress, each a folder; `archive` holds those that are not. */
const changesFolder = 'openspec/changes';
const namedChanges = 10;

/** The repository's own documents for a new session, by name: those that exist, and its active OpenSpec changes. */
export async function startupDocuments({ workTree }: Context): Promise<readonly string[]> {
  if (workTree === undefined) return [];
  const kinds = await Promise.all(candidates.map(path => workTree.kindOf(path)));
  const documents = candidates.filter((_, index) => kinds[index] === 'file');
  const changes = (await workTree.foldersIn(changesFolder)).filter(name => name !== 'archive' && !name.startsWith('.'));
  return [...documents, ...changes.slice(0, namedChanges).map(name => `${changesFolder}/${name}`)];
}
