import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnFolder, makeOwnFolder, requireOwnFolder } from './ownFolder.js';
import { readRegularFile } from './regularFile.js';

/** Files beside the store, readable only by their owner. */
export interface AttachmentFolder {
  /** Throws `FolderRefused` if the folder is a link or a file. */
  throwIfRefused(folder: string): Promise<void>;
  /** Requires a new name; makes the folder. */
  write(folder: string, name: string, content: Uint8Array): Promise<void>;
  /** Undefined if missing, a link or irregular. */
  read(folder: string, name: string): Promise<Uint8Array | undefined>;
}

/** Bytes; the longest kept output has a tenth of it. */
const maxBytes = 256 * 1024 * 1024;

/** Other names could lead out of the folder. */
const flatName = /^[\w-][\w.-]*$/;

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
