import { lstat, mkdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RefusalError, refusalError } from '../domain/refusal/refusal.js';
import type { TrustGrant } from '../domain/trust/trustGrant.js';
import { type Message, message, verbatim } from '../messages/message.js';
import { configurationFolder } from '../platform/configurationFolder.js';
import { writeFileAtomically } from '../platform/files.js';
import { folderBirth } from '../platform/folderBirth.js';
import { insteadOf } from '../platform/insteadOf.js';
import { sha256 } from '../platform/sha256.js';

/** Stored consent for a clone. An unusable file counts as no consent. */
export type TrustRecord =
  | { readonly state: 'none' }
  | { readonly state: 'granted'; readonly grant: TrustGrant }
  | { readonly state: 'damaged'; readonly reason: Message };

/** Consent to the commands of a clone and its linked worktrees, in a user folder that no repository can reach. */
export interface CloneTrust {
  read(): Promise<TrustRecord>;
  write(grant: Pick<TrustGrant, 'commands' | 'grantedAt' | 'grantedBy'>): Promise<void>;
  /** False if there was none. */
  remove(): Promise<boolean>;
}

/** 200 commands of 2,000 characters, as JSON in UTF-8, take fewer bytes. */
const maxBytes = 4_000_000;

/** Does no I/O before a method is called. `environment` is that of the process. */
export function openCloneTrust(
  commonDir: string,
  environment: Readonly<Record<string, string | undefined>>,
): CloneTrust {
  const folder = configurationFolder(environment);
  const file = async (): Promise<string | undefined> =>
    folder === undefined ? undefined : join(folder, 'trust', `${await cloneName(commonDir)}.json`);
  return {
    async read() {
      const none: TrustRecord = { state: 'none' };
      return file()
        .then(path => (path === undefined ? none : readGrant(path)))
        .catch(insteadOf('ENOENT', none))
        .catch((error: Error) => ({ state: 'damaged', reason: verbatim(error.message) }));
    },
    async write(grant) {
      const path = await file();
      if (folder === undefined || path === undefined) throw noFolder();
      const whole: TrustGrant = { version: 1, clone: commonDir, ...grant };
      try {
        await mkdir(join(folder, 'trust'), { recursive: true, mode: 0o700 });
        await writeFileAtomically(path, `${JSON.stringify(whole, undefined, 2)}\n`, { mode: 0o600 });
      } catch (error) {
        throw notChanged(error as Error);
      }
    },
    async remove() {
      const path = await file();
      if (path === undefined) return false;
      return rm(path)
        .then(() => true, insteadOf('ENOENT', false))
        .catch(error => {
          throw notChanged(error);
        });
    },
  };
}

/** Includes the birth time, since paths and inode numbers are reused; not the device number, which may change on a restart. */
async function cloneName(commonDir: string): Promise<string> {
  const path = await realpath(commonDir);
  const found = await stat(path, { bigint: true });
  return sha256([path, found.ino, folderBirth(found)].join('\n')).slice(0, 32);
}

async function readGrant(path: string): Promise<TrustRecord> {
  const damaged = (why: Message): TrustRecord => ({
    state: 'damaged',
    reason: message('git.trustUnusable', { file: path, why }),
  });
  const found = await lstat(path);
  if (!found.isFile()) return damaged(message('git.trustNotFile'));
  if (found.size > maxBytes) return damaged(message('git.trustTooLarge'));
  const user = process.getuid?.();
  if (user !== undefined && found.uid !== user) return damaged(message('git.trustOtherOwner'));
  if (user !== undefined && (found.mode & 0o022) !== 0) return damaged(message('git.trustOthersChange'));
  const { trustGrantSchema } = await import('../domain/trust/trustGrant.js');
  const parsed = trustGrantSchema.safeParse(parseJson(await readFile(path, 'utf8')));
  return parsed.success ? { state: 'granted', grant: parsed.data } : damaged(message('git.trustInvalid'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noFolder(): RefusalError {
  return refusalError('not_allowed', 'git.noTrustFolder', { hint: 'git.noTrustFolderHint' });
}

function notChanged(error: Error): RefusalError {
  return refusalError('conflict', message('git.trustNotSaved', { message: error.message }), {
    hint: 'git.trustNotSavedHint',
  });
}
