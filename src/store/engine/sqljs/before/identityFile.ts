import {
  judgeByPid,
  type Liveness,
  type ProcessIdentity,
  parseIdentity,
} from '../../../../platform/processIdentity.js';
import type { StoreFileSystem } from '../storeFileSystem.js';
import { probeLiveness } from './livenessSocket.js';

/** An identity takes a few hundred bytes. */
const maxIdentityLength = 64 * 1024;

/** `garbled` when the file was read and is not an identity; undefined when it is not there or may not be read. */
export function readIdentity(files: StoreFileSystem, path: string): ProcessIdentity | 'garbled' | undefined {
  try {
    const found = files.lstatSync(path);
    // A link is not followed, and a pipe not waited for.
    if (!found.isFile() || found.size > maxIdentityLength) return 'garbled';
    return parseIdentity(files.readFileSync(path, 'utf8')) ?? 'garbled';
  } catch {
    return undefined;
  }
}

export function isIdentity(value: ProcessIdentity | 'garbled' | undefined): value is ProcessIdentity {
  return value !== undefined && value !== 'garbled';
}

/** Whether the process that left its identity in the store's directory is alive. */
export async function livenessOf(directory: string, owner: ProcessIdentity, self: ProcessIdentity): Promise<Liveness> {
  const verdict = judgeByPid(owner, self);
  if (verdict !== 'needs-socket') return verdict;
  return owner.socket === undefined ? 'unknown' : probeLiveness(directory, owner.socket);
}
