import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../domain/refusal/refusal.js';
import { type WorkflowName, workflowNames } from '../domain/workflow/workflowNames.js';
import { verbatim } from '../messages/message.js';
import { insteadOf } from '../platform/insteadOf.js';
import { sha256 } from '../platform/sha256.js';
import { skillName, skillText } from '../workflows/skill.js';
import { workflowNamed } from '../workflows/workflows.js';
import { type InstallPlace, shownPath, userFolder } from './installPlace.js';
import { type Ledger, readLedger } from './ledger.js';
import { withLineFeeds } from './piece.js';
import { readTarget } from './targetFile.js';

export interface Override {
  readonly name: WorkflowName;
  readonly shown: string;
  readonly text: string;
}

/** `edited`: the override changed after its install; `outdated`: the replaced text of Stateroom did. */
export type OverrideState = 'new' | 'installed' | 'edited' | 'outdated';

export interface ListedOverride extends Override {
  readonly replaces: string;
  readonly state: OverrideState;
}

/** Returns the folder of overrides beside the ledger: `skills/tdd.md` replaces the skill of the workflow `tdd`. */
function overridesFolder(place: InstallPlace): string {
  return join(userFolder(place), 'overrides', 'skills');
}

/** Refuses if one is invalid, so that the original is not installed in its place. */
export async function readOverrides(place: InstallPlace): Promise<readonly Override[] | Refusal> {
  const folder = overridesFolder(place);
  const names = await readdir(folder).catch(insteadOf('ENOENT ENOTDIR', []));
  const found: Override[] = [];
  for (const file of names.filter(each => each.endsWith('.md')).sort()) {
    const read = await readOverride(place, join(folder, file));
    if (isRefusal(read)) return read;
    found.push(read);
  }
  return found;
}

async function readOverride(place: InstallPlace, path: string): Promise<Override | Refusal> {
  const shown = shownPath(place, path);
  const name = workflowNames.find(each => `${each}.md` === basename(path));
  if (name === undefined) {
    return refuse('invalid_input', verbatim(`${shown} replaces nothing: no skill has this name.`), {
      hint: verbatim(`Name it after one of ${workflowNames.join(', ')}.`),
    });
  }
  const target = await readTarget(place, path, { mayBeReadOnly: true });
  if ('problem' in target) return refuse('invalid_input', verbatim(`${shown} ${target.problem}.`));
  const text = target.text?.replace(/^\ufeff/, '') ?? '';
  const skill = skillName(workflowNamed(name));
  const [, front = ''] = /^---\n([\s\S]*?\n)---[ \t]*\n/.exec(withLineFeeds(text)) ?? [];
  const isNamed = new RegExp(`^name:[ \\t]*(["']?)${skill}\\1[ \\t]*$`, 'm').test(front);
  if (!isNamed || !/^description:[ \t]*["']?[^\s"']/m.test(front)) {
    return refuse(
      'invalid_input',
      verbatim(`${shown} must begin with a line ---, name: ${skill}, a description and a line ---.`),
    );
  }
  return { name, shown, text };
}

/** Returns the ledger's record of overrides, with the hashes of the replaced texts. */
export function recordOverrides(
  overrides: readonly Override[],
  earlier: Ledger['overrides'] = [],
): Ledger['overrides'] {
  if (overrides.length === 0) return undefined;
  return overrides.map(({ name, text }) => {
    const hash = sha256(withLineFeeds(text));
    const known = earlier.find(each => each.name === name && each.hash === hash);
    return known ?? { name, hash, replaced: sha256(skillText(workflowNamed(name))) };
  });
}

export async function listOverrides(place: InstallPlace): Promise<readonly ListedOverride[] | Refusal> {
  const overrides = await readOverrides(place);
  if (isRefusal(overrides)) return overrides;
  const target = await readTarget(place, place.ledger, { mayBeReadOnly: true });
  const ledger = 'problem' in target || target.text === undefined ? undefined : readLedger(target.text);
  return overrides.map(override => ({
    ...override,
    replaces: skillName(workflowNamed(override.name)),
    state: stateOf(override, ledger?.overrides),
  }));
}

function stateOf({ name, text }: Override, recorded: Ledger['overrides']): OverrideState {
  const known = recorded?.find(each => each.name === name);
  if (known === undefined) return 'new';
  if (known.hash !== sha256(withLineFeeds(text))) return 'edited';
  return known.replaced === sha256(skillText(workflowNamed(name))) ? 'installed' : 'outdated';
}
