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

/** The commands that a repository names now, beside those that a person trusts in this clone. */
export interface TrustState {
  readonly commands: readonly RepositoryCommand[];
  /** Those of them that no one trusts yet: all of them, or what was added or changed. */
  readonly untrusted: readonly RepositoryCommand[];
  /** Trusted, and not named here now. */
  readonly removed: readonly RepositoryCommand[];
  /** Undefined where nothing is trusted. */
  readonly grant: TrustGrant | undefined;
  /** Why what is on file does not count; null when it does, or there is nothing. */
  readonly problem: Sentence | null;
  /** The same for the same commands, so that what is granted is what was shown. */
  readonly hash: string;
}

/** Compares what the repository names, where Stateroom takes it from, with what is trusted. Asks git. */
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

/** What keeps the consent of this clone; refuses outside of a repository. */
export function requireTrust({ trust, workTree }: Context): { trust: CloneTrust; workTree: WorkTree } {
  if (trust !== undefined && workTree !== undefined) return { trust, workTree };
  throw refusalError('no_repository', 'trust.noClone', { hint: 'trust.noCloneHint' });
}

/** Setup, teardown and gates are the base branch's; the format check of a commit is that of the commit before it. */
async function currentCommands(context: Context, workTree: WorkTree): Promise<RepositoryCommand[]> {
  const base = repositoryCommands(await baseConfig(context));
  const { commit } = await workTree.head();
  if (commit === undefined) return base;
  const head = repositoryCommands(await readConfig(context, commit));
  const isFormat = ({ setting }: RepositoryCommand): boolean => setting === 'hooks.format';
  return [...base.filter(each => !isFormat(each)), ...head.filter(isFormat)];
}
