import {
  judgeByPid,
  type Liveness,
  type ProcessIdentity,
  parseIdentity,
} from '../../../../platform/processIdentity.js';
import type { StoreFileSystem } from '../storeFileSystem.js';
import { probeLiveness } from './livenessSocket.js';

/** Usually a few hundred bytes. */
const maxIdentityLength = 64 * 1024;

/** `garbled` if readable but no identity; undefined if missing or unreadable. */
export function readIdentity(files: StoreFileSystem, path: string): ProcessIdentity | 'garbled' | undefined {
  try {
    const found = files.lstatSync(path);
    // Follows no link and waits for no pipe.
    if (!found.isFile() || found.size > maxIdentityLength) return 'garbled';
    return parseIdentity(files.readFileSync(path, 'utf8')) ?? 'garbled';
  } catch {
    return undefined;
  }
}

export function isIdentity(value: ProcessIdentity | 'garbled' | undefined): value is ProcessIdentity {
  return value !== undefined && value !== 'garbled';
}

export async function livenessOf(directory: string, owner: ProcessIdentity, self: ProcessIdentity): Promise<Liveness> {
  const verdict = judgeByPid(owner, self);
  if (verdict !== 'needs-socket') return verdict;
  return owner.socket === undefined ? 'unknown' : probeLiveness(directory, owner.socket);
}
