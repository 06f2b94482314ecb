import { catalogue } from '../operations/catalogue.js';
import { workflows } from '../workflows/workflows.js';
import { agentToolsFragment } from './agentTools.js';
import { commandsOf } from './catalogueCommands.js';
import { chatFragment } from './chatFragment.js';
import { dashboardFragment } from './dashboard.js';
import { everydayFragment } from './everyday.js';
import { findingsFragment } from './findings.js';
import type { Fragment } from './fragment.js';
import { lanesFragment } from './lanes.js';
import { mergeFragments, type PlainObject } from './mergeFragments.js';
import { needsYouFragment } from './needsYou.js';
import { nowFragment } from './now.js';
import { pagesFragment } from './pages.js';
import { narrowedPalette, type PaletteEntry } from './paletteCommands.js';
import { queueFragment } from './queue.js';
import { referencesFragment } from './references.js';
import { reviewFragment } from './review.js';
import { runsFragment } from './runs.js';
import { settingsFragment } from './settings.js';
import { submenusFragment } from './submenus.js';
import { timelineFragment } from './timeline.js';
import { walkthroughFragment } from './walkthrough.js';
import { workflowsFragment } from './workflows.js';

export const fragments: readonly Fragment[] = [
  nowFragment,
  queueFragment,
  needsYouFragment,
  lanesFragment,
  findingsFragment,
  runsFragment,
  submenusFragment,
  reviewFragment,
  commandsOf(catalogue),
  settingsFragment,
  dashboardFragment,
  chatFragment,
  agentToolsFragment,
  everydayFragment,
  workflowsFragment(workflows),
  referencesFragment,
  pagesFragment,
  timelineFragment,
  walkthroughFragment,
];

/** Texts of the handwritten parts of package.json. */
const handwrittenTexts: Readonly<Record<string, string>> = {
  'capabilities.untrusted':
    'In Restricted Mode, work items are read-only: Stateroom writes no store and starts no process.',
  'capabilities.virtual':
    'Stateroom needs git and local files, which a virtual workspace does not have. Clone the repository and open its folder.',
};

export interface ManifestFiles {
  /** package.json as given, with the generated parts replaced. */
  readonly manifest: string;
  /** package.nls.json. */
  readonly texts: string;
}

/** Builds the files from the current package.json, whose handwritten parts stay unchanged. */
export function manifestFiles(packageJson: string): ManifestFiles {
  const { contributes, activationEvents, texts } = mergeFragments(fragments);
  const menus = contributes.menus as PlainObject;
  menus.commandPalette = narrowedPalette(menus.commandPalette as PaletteEntry[]);
  const present = JSON.parse(packageJson) as Record<string, unknown>;
  const all = { ...texts, ...handwrittenTexts };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { manifest: print({ ...present, activationEvents, contributes }), texts: print(sorted) };
}

function print(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
