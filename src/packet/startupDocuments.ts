import { agents } from '../domain/agent/agents.js';
import type { Context } from '../records/context.js';

const candidates = ['AGENTS.md', ...agents.flatMap(({ documents = [] }) => documents), 'CONTRIBUTING.md'];
/** OpenSpec's active changes, one folder each; `archive` has inactive ones. */
const changesFolder = 'openspec/changes';
const namedChanges = 10;

/** Names of existing documents for a new session, and of active OpenSpec changes. */
export async function startupDocuments({ workTree }: Context): Promise<readonly string[]> {
  if (workTree === undefined) return [];
  const kinds = await Promise.all(candidates.map(path => workTree.kindOf(path)));
  const documents = candidates.filter((_, index) => kinds[index] === 'file');
  const changes = (await workTree.foldersIn(changesFolder)).filter(name => name !== 'archive' && !name.startsWith('.'));
  return [...documents, ...changes.slice(0, namedChanges).map(name => `${changesFolder}/${name}`)];
}
