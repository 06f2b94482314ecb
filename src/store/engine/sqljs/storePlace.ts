import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Message, message } from '../../../messages/message.js';

/** File-system types of `statfs` on Linux and macOS on which two machines may write without seeing each other's lock. */
const networkTypes = new Map<number, string>([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'CephFS'],
]);

const syncedFolders =
  /[\\/](OneDrive[^\\/]*|Dropbox[^\\/]*|Google Drive|iCloud Drive|Mobile Documents|Nextcloud)([\\/]|$)/i;

/**
 * Returns the reason, in one sentence, why a store should not be shared from its place; undefined for a local disk. The lock is only as
 * good as the file system under it, and a folder that a program syncs between machines has none.
 */
export function concernAbout(
  directory: string,
  typeOf: (path: string) => number = fileSystemType,
): Message | undefined {
  const synced = syncedFolders.exec(directory);
  if (synced?.[1] !== undefined) {
    return message('store.inSyncedFolder', { service: synced[1] });
  }
  const type = networkTypes.get(typeOf(directory));
  if (type === undefined) return undefined;
  return message('store.onNetworkDrive', { type });
}

function fileSystemType(path: string): number {
  for (let at = path; ; at = dirname(at)) {
    try {
      return statfsSync(at).type >>> 0;
    } catch {
      if (dirname(at) === at) return 0;
    }
  }
}
