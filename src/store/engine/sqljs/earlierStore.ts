import { join } from 'node:path';
import { isOwnFolder, type StoreFileSystem } from './storeFileSystem.js';

/** Files that are created only while a store exists. */
const besideStores = /^(?:torn\.\d+\.[\da-f]+|before-(?:migration|restore)\..*\.(?:sqlite|log))$/;
/** Folders with files only of a store's content; logs, evidence and messages may precede its first commit. */
const foldersOfStores = ['replaced', 'secrets'];

/** True if names show that a folder had a store: without its content it is lost, and must not be replaced by a new one. */
export function showsEarlierStore(directory: string, files: StoreFileSystem, names: readonly string[]): boolean {
  if (names.some(name => besideStores.test(name))) return true;
  return foldersOfStores.some(name => {
    const folder = join(directory, name);
    return isOwnFolder(files, folder) && files.readdirSync(folder).length > 0;
  });
}
