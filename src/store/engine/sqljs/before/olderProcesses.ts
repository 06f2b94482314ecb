import { join } from 'node:path';
import { identifyThisProcess, judgeByPid, type ProcessIdentity } from '../../../../platform/processIdentity.js';
import type { StoreFileSystem } from '../storeFileSystem.js';
import { isIdentity, livenessOf, readIdentity } from './identityFile.js';

const identityName = /^proc\.\d+\.[\da-f]+$/;

/** Processes that wrote to the store, know only the previous format, and may be alive. Those that only read are not recorded. */
export async function olderProcesses(directory: string, files: StoreFileSystem): Promise<readonly ProcessIdentity[]> {
  const self = identifyThisProcess();
  const found: ProcessIdentity[] = [];
  for (const owner of olderIdentities(directory, files)) {
    if ((await livenessOf(directory, owner, self)) !== 'dead') found.push(owner);
  }
  return found;
}

/** Changes when one of them ends. */
export function markOfProcesses(directory: string, files: StoreFileSystem): string {
  const self = identifyThisProcess();
  const left = olderIdentities(directory, files).filter(owner => judgeByPid(owner, self) !== 'dead');
  return left.map(({ token }) => token).join();
}

function olderIdentities(directory: string, files: StoreFileSystem): ProcessIdentity[] {
  return files.readdirSync(directory).flatMap(name => {
    const owner = identityName.test(name) ? readIdentity(files, join(directory, name)) : undefined;
    return isIdentity(owner) && owner.format === undefined ? [owner] : [];
  });
}
