import { refusalError } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import { retroPage } from '../../reports/retroPage.js';
import { retroPlots } from '../../reports/retroPlots.js';
import type { RetroReport } from '../../reports/retroReport.js';
import { isOurs, sealed } from '../sealedFile.js';

/** Where they are, below the root of a worktree. */
const folder = '.stateroom/retros';
/** How many names are tried. */
const maxNames = 1000;

/** What was written, below the root of the worktree. */
export interface WrittenRetro {
  readonly page: string;
  readonly plots: string[];
  /** The first page or plot that was left as it is; null where there was none. */
  readonly edited: string | null;
}

/**
 * Writes a retrospective and its plots into the worktree. Where a page or plot is not as we wrote it, all of them are left as they
 * are, and the new ones are written beside them, as `2026-W47-2.md`.
 */
export async function writeRetro(workTree: WorkTree, report: RetroReport): Promise<WrittenRetro> {
  let edited: string | null = null;
  for (const path of ['.stateroom', folder]) {
    const kind = await workTree.kindOf(path);
    // Whether something may be written through a link, writing decides.
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
    const foreign = await firstForeign(workTree, [page, ...paths]);
    if (foreign !== undefined) {
      edited ??= foreign;
      continue;
    }
    for (const { name, text } of files) await workTree.writeText(`${folder}/${name}`, sealed(text));
    const links = plots.map(({ title, light, dark }) => ({ title, light: light.name, dark: dark.name }));
    await workTree.writeText(page, sealed(retroPage(report, links)));
    return { page, plots: paths, edited };
  }
  throw refusalError('conflict', message('input.fileExists', { path: `${folder}/${report.label}-${maxNames}.md` }));
}

/** The first of these files that is not as we wrote it. */
async function firstForeign(workTree: WorkTree, paths: readonly string[]): Promise<string | undefined> {
  // Everything below a link counts as one.
  const isLinked = (await workTree.kindOf(folder)) === 'link';
  for (const path of paths) {
    if (await isOurs(workTree, path)) continue;
    if (isLinked && (await workTree.readText(path)) === undefined) continue;
    return path;
  }
  return undefined;
}
