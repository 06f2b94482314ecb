import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Message, message } from '../../../messages/message.js';

/** `statfs` types on Linux and macOS on which two machines may not see each other's lock. */
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

/** Returns a reason against sharing a store: the lock depends on the file system, and does not work in a synced folder. */
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
