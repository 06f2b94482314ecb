import { refusalError } from '../../domain/refusal/refusal.js';
import type { FolderFiles } from '../../git/openWorkTree.js';
import { message } from '../../messages/message.js';
import { retroPage } from '../../reports/retroPage.js';
import { retroPlots } from '../../reports/retroPlots.js';
import type { RetroReport } from '../../reports/retroReport.js';
import type { Context } from '../context.js';
import { isOurs, sealed } from '../sealedFile.js';

const maxNames = 1000;

export interface RetroPlace {
  readonly files: FolderFiles;
  readonly folder: string;
}

/** Folder for retrospectives: created by `scaffold`, else in the worktree; undefined without either. */
export async function retroPlace({
  instance,
  workTree,
}: Pick<Context, 'instance' | 'workTree'>): Promise<RetroPlace | undefined> {
  if (instance !== undefined && (await instance.kindOf('retros')) === 'folder')
    return { files: instance, folder: 'retros' };
  return workTree && { files: workTree, folder: '.stateroom/retros' };
}

/** Below the root. */
export interface WrittenRetro {
  readonly page: string;
  readonly plots: string[];
  /** First page or plot that was kept as edited; null if none. */
  readonly edited: string | null;
}

/** Writes a retrospective with its plots; beside an edited one, under a new name: `2026-W47-2.md`. */
export async function writeRetro(place: RetroPlace, report: RetroReport): Promise<WrittenRetro> {
  const { files: disk, folder } = place;
  let edited: string | null = null;
  for (const path of folder.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))) {
    const kind = await disk.kindOf(path);
    // The write itself checks links.
    if (kind === 'file' || kind === 'other') throw refusalError('conflict', message('input.fileExists', { path }));
  }
  const drawn = retroPlots(report);
  for (let number = 1; number <= maxNames; number += 1) {
    const stem = number === 1 ? report.label : `${report.label}-${number}`;
    const page = `${folder}/${stem}.md`;
    const plots = drawn.map(({ name, title, light, dark }) => ({
      title,
      light: { name: `${stem}.${name}.light.svg`, text: light },
      dark: { name: `${stem}.${name}.dark.svg`, text: dark },
    }));
    const files = plots.flatMap(({ light, dark }) => [light, dark]);
    const paths = files.map(({ name }) => `${folder}/${name}`);
    const foreign = await firstForeign(place, [page, ...paths]);
    if (foreign !== undefined) {
      edited ??= foreign;
      continue;
    }
    for (const { name, text } of files) await disk.writeText(`${folder}/${name}`, sealed(text));
    const links = plots.map(({ title, light, dark }) => ({ title, light: light.name, dark: dark.name }));
    await disk.writeText(page, sealed(retroPage(report, links)));
    return { page, plots: paths, edited };
  }
  throw refusalError('conflict', message('input.fileExists', { path: `${folder}/${report.label}-${maxNames}.md` }));
}

/** First of the files that is not an unchanged generated one. */
async function firstForeign({ files, folder }: RetroPlace, paths: readonly string[]): Promise<string | undefined> {
  // Files below a link count as foreign.
  const isLinked = (await files.kindOf(folder)) === 'link';
  for (const path of paths) {
    if (await isOurs(files, path)) continue;
    if (isLinked && (await files.readText(path)) === undefined) continue;
    return path;
  }
  return undefined;
}
