import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { place } from '../../build/place.mjs';

/** Packs the test's own language model, without which the chat view passes nothing on; the file it is in. */
export async function packFakeModel(folder: string): Promise<string> {
  const vsix = join(folder, 'fakeModel.vsix');
  const vsce = join(place.root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const source = join(place.root, 'test', 'fixtures', 'fakeModel');
  const words = [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--out', vsix];
  await promisify(execFile)(process.execPath, words, { cwd: source });
  return vsix;
}
