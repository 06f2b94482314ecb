import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnFolder, makeOwnFolder, requireOwnFolder } from './ownFolder.js';
import { readRegularFile } from './regularFile.js';

/** Files in folders next to the store, readable by their owner alone. */
export interface AttachmentFolder {
  /** Throws `FolderRefused` where the folder is a link or a file. */
  throwIfRefused(folder: string): Promise<void>;
  /** Writes a file that does not exist yet; makes the folder. */
  write(folder: string, name: string, content: Uint8Array): Promise<void>;
  /** Undefined when it is not there (any more), and for a link or anything else that is not a plain file. */
  read(folder: string, name: string): Promise<Uint8Array | undefined>;
}

/** Bytes; the longest output that is kept has a tenth of it. */
const maxBytes = 256 * 1024 * 1024;

/** Names are flat and made by us: anything else would reach out of the folder. */
const flatName = /^[\w-][\w.-]*$/;

/** The attachments of the store in `storeDirectory`. Touches nothing before the first call. */
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
