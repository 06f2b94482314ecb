import type { WorkTree } from '../../git/workTree.js';
import { sha256 } from '../../platform/sha256.js';
import { retroPage } from '../../reports/retroPage.js';
import { retroPlots } from '../../reports/retroPlots.js';
import type { RetroReport } from '../../reports/retroReport.js';

/** Where they are, below the root of a worktree. */
const folder = '.stateroom/retros';
/** The last line of a page that we wrote: what the lines before it were. */
const sealPattern = /^<!-- stateroom: sha256 ([0-9a-f]{64}) -->\n?$/;

/** What was written, below the root of the worktree. */
export interface WrittenRetro {
  readonly page: string;
  readonly plots: string[];
  /** The first page that was left as it is; null where there was none. */
  readonly edited: string | null;
}

/**
 * Writes a retrospective and its plots into the worktree. A page that is not as we wrote it is left as it is, with its plots, and
 * the new one is written beside it, as `2026-W47-2.md`.
 */
export async function writeRetro(workTree: WorkTree, report: RetroReport): Promise<WrittenRetro> {
  let edited: string | null = null;
  // Everything below a link counts as one. Whether it may be written there, writing decides.
  const isLinked = (await workTree.kindOf(folder)) === 'link';
  for (let number = 1; ; number += 1) {
    const stem = number === 1 ? report.label : `${report.label}-${number}`;
    const page = `${folder}/${stem}.md`;
    if (!(await isOurs(workTree, page, isLinked))) {
      edited ??= page;
      continue;
    }
    const plots = retroPlots(report).map(({ name, title, light, dark }) => ({
      title,
      light: { name: `${stem}.${name}.light.svg`, text: light },
      dark: { name: `${stem}.${name}.dark.svg`, text: dark },
    }));
    const files = plots.flatMap(({ light, dark }) => [light, dark]);
    for (const { name, text } of files) await workTree.writeText(`${folder}/${name}`, text);
    const links = plots.map(({ title, light, dark }) => ({ title, light: light.name, dark: dark.name }));
    const text = retroPage(report, links);
    await workTree.writeText(page, `${text}<!-- stateroom: sha256 ${sha256(text)} -->\n`);
    return { page, plots: files.map(({ name }) => `${folder}/${name}`), edited };
  }
}

/** Whether nothing is lost by writing over a page. Git may have changed the ends of lines. */
async function isOurs(workTree: WorkTree, path: string, isLinked: boolean): Promise<boolean> {
  const text = (await workTree.readText(path))?.replaceAll('\r\n', '\n');
  if (text === undefined) return isLinked || (await workTree.kindOf(path)) === undefined;
  const seal = text.lastIndexOf('<!-- stateroom: ');
  return seal >= 0 && sealPattern.exec(text.slice(seal))?.[1] === sha256(text.slice(0, seal));
}
