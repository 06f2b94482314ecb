import { join } from 'node:path';
import { isOwnFolder, type StoreFileSystem } from './storeFileSystem.js';

/** Names of files that are created only while a store exists. */
const besideStores = /^(?:torn\.\d+\.[\da-f]+|before-(?:migration|restore)\..*\.(?:sqlite|log))$/;
/** Folders that get files only for content of the store; logs, evidence and messages may precede its first commit. */
const foldersOfStores = ['replaced', 'secrets'];

/**
 * Returns true if names in a folder show that it had a store. If its content files are missing, that store is lost and no new one may
 * replace it.
 */
export function showsEarlierStore(directory: string, files: StoreFileSystem, names: readonly string[]): boolean {
  if (names.some(name => besideStores.test(name))) return true;
  return foldersOfStores.some(name => {
    const folder = join(directory, name);
    return isOwnFolder(files, folder) && files.readdirSync(folder).length > 0;
  });
}
