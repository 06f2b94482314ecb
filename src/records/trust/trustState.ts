import { refusalError } from '../../domain/refusal/refusal.js';
import { commandsNotIn, type RepositoryCommand, repositoryCommands } from '../../domain/trust/repositoryCommand.js';
import type { TrustGrant } from '../../domain/trust/trustGrant.js';
import type { CloneTrust } from '../../git/cloneTrust.js';
import type { WorkTree } from '../../git/workTree.js';
import type { Sentence } from '../../messages/sentence.js';
import { sha256 } from '../../platform/sha256.js';
import { baseConfig } from '../baseConfig.js';
import type { Context } from '../context.js';
import { readConfig } from '../repositoryConfig.js';

/** Commands that a repository names now, compared with this clone's trusted ones. */
export interface TrustState {
  readonly commands: readonly RepositoryCommand[];
  /** All of them, or those added or changed. */
  readonly untrusted: readonly RepositoryCommand[];
  readonly removed: readonly RepositoryCommand[];
  readonly grant: TrustGrant | undefined;
  /** Reason why the recorded trust does not count; null if it does, or there is none. */
  readonly problem: Sentence | null;
  /** Identifies the commands, so that exactly those shown are granted. */
  readonly hash: string;
}

/** Compares the repository's commands, from the sources that Stateroom uses, with the trusted ones. Asks git. */
export async function readTrustState(context: Context): Promise<TrustState> {
  const { trust, workTree } = requireTrust(context);
  const commands = await currentCommands(context, workTree);
  const record = await trust.read();
  const grant = record.state === 'granted' ? record.grant : undefined;
  const granted = grant?.commands ?? [];
  return {
    commands,
    untrusted: commandsNotIn(granted, commands),
    removed: commandsNotIn(commands, granted),
    grant,
    problem: record.state === 'damaged' ? record.reason : null,
    hash: sha256(JSON.stringify(commands)).slice(0, 16),
  };
}

/** Refuses outside of a repository. */
export function requireTrust({ trust, workTree }: Context): { trust: CloneTrust; workTree: WorkTree } {
  if (trust !== undefined && workTree !== undefined) return { trust, workTree };
  throw refusalError('no_repository', 'trust.noClone', { hint: 'trust.noCloneHint' });
}

/** Setup, teardown and gates from the base branch; a commit's format check from its parent commit. */
async function currentCommands(context: Context, workTree: WorkTree): Promise<RepositoryCommand[]> {
  const base = repositoryCommands(await baseConfig(context));
  const { commit } = await workTree.head();
  if (commit === undefined) return base;
  const head = repositoryCommands(await readConfig(context, commit));
  const isFormat = ({ setting }: RepositoryCommand): boolean => setting === 'hooks.format';
  return [...base.filter(each => !isFormat(each)), ...head.filter(isFormat)];
}
