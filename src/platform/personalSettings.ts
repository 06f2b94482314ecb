import { join } from 'node:path';
import { configurationFolder } from './configurationFolder.js';
import { readRegularFile } from './regularFile.js';

/** A person's own settings for all repositories. `problem` is the end of a sentence on why it was not read. */
export interface PersonalSettings {
  readonly path: string;
  readonly text?: string;
  readonly problem?: string;
}

/** Reads `config.json`, or another file, of the person's configuration folder; undefined without that folder or file. */
export async function readPersonalSettings(
  environment: Readonly<Record<string, string | undefined>>,
  file = 'config.json',
): Promise<PersonalSettings | undefined> {
  const folder = configurationFolder(environment);
  if (folder === undefined) return undefined;
  const path = join(folder, file);
  const read = await readRegularFile(path);
  if (read === undefined) return undefined;
  return 'content' in read ? { path, text: read.content.toString('utf8') } : { path, problem: read.problem };
}
