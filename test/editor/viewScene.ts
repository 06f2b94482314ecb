import AxeBuilder from '@axe-core/playwright';
import { afterEach, expect } from 'vitest';
import { keepPictureOfFailures } from './keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from './openWorkbench.js';
import { mustRunCli } from './runCli.js';
import { makeScratchRepository, type ScratchRepository } from './scratchRepository.js';
import type { TreeView } from './treeView.js';
import type { ColorTheme, Workbench } from './workbench.js';

const views = ['Now', 'Queue', 'Needs You', 'Lanes', 'Findings', 'Investigations'] as const;

// Between a row's label and its description the editor sets no white space; what the rule is for is checked of each row instead.
const rulesOfTheEditor = ['label-content-name-mismatch'];

const isFull = process.env.STATEROOM_TESTS === 'all' || process.env.STATEROOM_KEEP_SCREENSHOTS === '1';

/** Runs the command line as an actor of this name. */
export type SceneCli = <T>(actor: string, ...words: string[]) => Promise<T>;

/** One view of the side bar over a small repository, with the others folded away. */
export interface ViewScene {
  readonly repository: ScratchRepository;
  readonly workbench: Workbench;
  readonly tree: TreeView;
  readonly cli: SceneCli;
  /**
   * Keeps a picture in each theme; what a screen reader and a weak eye need is checked in each. `more` continues from there in
   * each of them, and leaves the window as it found it.
   */
  lookAt(name: string, more?: (theme: ColorTheme) => Promise<void>): Promise<void>;
  /**
   * The same of a state that adds nothing to the view's colours: in one theme, and in each in `npm run test:all` or where the
   * pictures are kept.
   */
  glanceAt(name: string): Promise<void>;
}

interface SceneOptions {
  readonly view: (typeof views)[number];
  readonly viewport: { readonly width: number; readonly height: number };
  /** Of the side bar, in pixels. */
  readonly width: number;
  /** Further rules of axe that this view cannot follow. */
  readonly exceptRules?: readonly string[];
}

/**
 * Gives what opens a scene after `seed` has filled its repository; each ends with its test, and one that fails leaves a
 * picture. Call it at the top of a `describe`.
 */
export function viewScenes(
  options: SceneOptions,
): (seed: (cli: SceneCli, repository: ScratchRepository) => Promise<unknown>) => Promise<ViewScene> {
  const { view, viewport, width } = options;
  let repository: ScratchRepository | undefined;
  let opened: OpenWorkbench | undefined;
  afterEach(async () => {
    await opened?.close();
    await repository?.remove();
    opened = undefined;
    repository = undefined;
  });
  keepPictureOfFailures(() => opened);
  return async seed => {
    const made = await makeScratchRepository('shop');
    repository = made;
    const cli: SceneCli = (actor, ...words) => mustRunCli(made.path, actor, words);
    await seed(cli, made);
    opened = await openWorkbench({ repo: made.path, viewport });
    const { workbench } = opened;
    await workbench.openContainer('Stateroom');
    await workbench.unfold(view);
    await widen(workbench, width);
    for (const other of views) if (other !== view) await workbench.fold(other);
    await restMouse(workbench, options);
    const tree = workbench.tree(view);
    return {
      repository: made,
      workbench,
      tree,
      cli,
      lookAt: (name, more) => lookAt(workbench, tree, name, options, workbench.themes(), more),
      glanceAt: name => lookAt(workbench, tree, name, options, workbench.themes().slice(0, isFull ? undefined : 1)),
    };
  };
}

/** Pulls the side bar’s edge, as people do to read more of each row. */
async function widen({ page }: Workbench, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) throw new Error('The side bar is not shown.');
  await page.mouse.move(box.x + box.width + 1, 300);
  await page.mouse.down();
  await page.mouse.move(box.x + width, 300, { steps: 5 });
  await page.mouse.up();
}

/** To where it points at nothing: no tooltip of a button in the pictures. */
async function restMouse({ page }: Workbench, { viewport }: SceneOptions): Promise<void> {
  await page.mouse.move(viewport.width - 300, viewport.height - 300);
}

async function lookAt(
  workbench: Workbench,
  tree: TreeView,
  name: string,
  options: SceneOptions,
  themes: readonly ColorTheme[],
  more?: (theme: ColorTheme) => Promise<void>,
): Promise<void> {
  await restMouse(workbench, options);
  for (const theme of themes) {
    await workbench.setColorTheme(theme);
    await workbench.screenshot(`${options.view.toLowerCase()}-${name}-${theme}`);
    const { violations } = await new AxeBuilder({ page: workbench.page })
      .include('.part.sidebar .pane-body')
      .disableRules([...rulesOfTheEditor, ...(options.exceptRules ?? [])])
      // There is no frame in a view; for those of others axe would open a page of its own with each look.
      .setLegacyMode()
      .analyze();
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    await more?.(theme);
  }
  // Who controls the editor by voice says what is read: a row's name begins with its label and holds all facts.
  for (const { title, label, description, accessibleName } of await tree.rows()) {
    expect(accessibleName.slice(0, title.length)).toBe(title);
    const number = label === title ? [] : [label.slice(0, -title.length - 1)];
    for (const fact of [...number, ...description.split(' · ')]) expect(accessibleName).toContain(fact);
  }
}
