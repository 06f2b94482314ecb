import { refusalError } from '../../domain/refusal/refusal.js';
import { type FolderRun, readRunFolder, runFolderFiles } from '../../domain/run/runFolder.js';
import { message } from '../../messages/message.js';
import { kindOfPath, namesIn, readUtf8 } from '../../platform/textFiles.js';

/** Reads a run's files from its folder; undefined without a `problem.json`. Refuses invalid content. */
export async function readRunFiles(folder: string): Promise<FolderRun | undefined> {
  const files: Record<string, string | undefined> = {};
  const names = await namesIn(folder);
  for (const file of runFolderFiles) {
    const path = `${folder}/${file}`;
    if ((await kindOfPath(path)) !== 'file') {
      if (!names.includes(file)) continue;
      throw refusalError('invalid_input', message('runs.fileNotRegular', { file }), {
        hint: 'runs.importAgainHint',
        details: { file },
      });
    }
    const text = await readUtf8(path);
    if (text === undefined)
      throw refusalError('invalid_input', message('runs.notText', { file }), {
        hint: 'runs.importAgainHint',
        details: { file },
      });
    files[file] = text;
  }
  if (files['problem.json'] === undefined) return undefined;
  const found = readRunFolder(files);
  if (!('file' in found)) return found;
  const { file, line } = found;
  throw refusalError(
    'invalid_input',
    line === undefined ? message('runs.fileUnknown', { file }) : message('runs.lineUnknown', { file, line }),
    { hint: 'runs.importAgainHint', details: { file, ...(line === undefined ? {} : { line }) } },
  );
}
