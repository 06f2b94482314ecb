import { isAbsolute } from 'node:path';
import { folderInput } from '../../../manifest/agentToolNames.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';

export interface ChosenRepository {
  readonly repository: OpenRepository;
  /** The top of the worktree if the call names a path, else the checked folder. */
  readonly folder: string;
  /** The input without the fields that choose the repository. */
  readonly input: unknown;
}

/** Repository that a call names by path or name, else the active one. A sentence for the model if none or ambiguous. */
export function chosenRepository(repositories: RepositoryManager, input: unknown): ChosenRepository | string {
  if (repositories.active === undefined) repositories.reconcile();
  const { active, all } = repositories;
  if (active === undefined) {
    return 'No folder of this window is in a git repository, so that there is no queue. Ask the person to open one.';
  }
  if (typeof input !== 'object' || input === null) return { ...placeIn(active), input };
  const { [folderInput]: named, ...rest } = input as Readonly<Record<string, unknown>>;
  if (named === undefined || named === null) return { ...placeIn(active), input: rest };
  const found = typeof named === 'string' ? placesNamed(repositories, named) : [];
  const [place] = found;
  if (place !== undefined && found.length === 1) return { ...place, input: rest };
  const several = found.length > 1 ? 'More than one repository' : 'No repository';
  const names = all.map(each => `${each.name} (${each.folder.fsPath})`).join(', ');
  return `${several} of this window is ${JSON.stringify(named)}, so that nothing was done. There are: ${names}. Give one of these paths as ${folderInput}, or leave it out for ${active.name}.`;
}

type Place = Pick<ChosenRepository, 'repository' | 'folder'>;

/** Addition to an answer in a window with several repositories, so that a model knows where it acted. */
export function otherRepositories(repositories: RepositoryManager, repository: OpenRepository): string | undefined {
  const others = repositories.all.filter(each => each !== repository).map(({ name }) => name);
  if (others.length === 0) return undefined;
  return `Repository: ${repository.name}. Also open: ${others.join(', ')}; give ${folderInput} to mean another.`;
}

function placesNamed(repositories: RepositoryManager, named: string): readonly Place[] {
  if (!isAbsolute(named)) return repositories.all.filter(({ name }) => name === named).map(placeIn);
  const place = repositories.placeOf(named);
  return place === undefined ? [] : [place];
}

function placeIn(repository: OpenRepository): Place {
  return { repository, folder: repository.folder.fsPath };
}
