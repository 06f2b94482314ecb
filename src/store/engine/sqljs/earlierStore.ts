import { join } from 'node:path';
import { isOwnFolder, type StoreFileSystem } from './storeFileSystem.js';

/** Names that are given only while there is a store. */
const besideStores = /^(?:torn\.\d+\.[\da-f]+|before-(?:migration|restore)\..*\.(?:sqlite|log))$/;
/** Folders in which files are put only for what is in the store; logs, evidence and messages may come before its first commit. */
const foldersOfStores = ['replaced', 'secrets'];

/**
 * True for a folder in which there was a store, by the names in it: without the files of its content, that is lost, and nothing is
 * begun in its place.
 */
export function showsEarlierStore(directory: string, files: StoreFileSystem, names: readonly string[]): boolean {
  if (names.some(name => besideStores.test(name))) return true;
  return foldersOfStores.some(name => {
    const folder = join(directory, name);
    return isOwnFolder(files, folder) && files.readdirSync(folder).length > 0;
  });
}
