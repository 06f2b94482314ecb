import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnFolder, makeOwnFolder, requireOwnFolder } from './ownFolder.js';
import { readRegularFile } from './regularFile.js';

/** Files in folders beside the store, readable only by their owner. */
export interface AttachmentFolder {
  /** Throws `FolderRefused` if the folder is a link or a file. */
  throwIfRefused(folder: string): Promise<void>;
  /** Writes a file that must not exist yet; makes the folder. */
  write(folder: string, name: string, content: Uint8Array): Promise<void>;
  /** Undefined for a missing file, a link, or anything else that is not a regular file. */
  read(folder: string, name: string): Promise<Uint8Array | undefined>;
}

/** Bytes; the longest output kept has a tenth of it. */
const maxBytes = 256 * 1024 * 1024;

/** Flat names only: any other could lead out of the folder. */
const flatName = /^[\w-][\w.-]*$/;

/** Opens the attachments of a store. Does no I/O before the first call. */
export function openAttachments(storeDirectory: string): AttachmentFolder {
  const place = (folder: string, name: string): string => {
    if (!flatName.test(folder) || !flatName.test(name)) throw new Error(`${folder}/${name} is no flat name.`);
    return join(storeDirectory, folder, name);
  };
  return {
    throwIfRefused: folder => requireOwnFolder(join(storeDirectory, folder)),
    async write(folder, name, content) {
      const path = place(folder, name);
      await makeOwnFolder(join(storeDirectory, folder));
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(content);
      } finally {
        await file.close();
      }
    },
    async read(folder, name) {
      const path = place(folder, name);
      if (!(await isOwnFolder(join(storeDirectory, folder)))) return undefined;
      const found = await readRegularFile(path, { maxBytes: maxBytes, followsLinks: false });
      return found && 'content' in found ? found.content : undefined;
    },
  };
}
