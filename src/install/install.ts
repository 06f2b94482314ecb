import type { Agent } from '../domain/agent/agent.js';
import { agents as allAgents } from '../domain/agent/agents.js';
import { isRefusal, type Refusal, refuse } from '../domain/refusal/refusal.js';
import { verbatim } from '../messages/message.js';
import { sha256 } from '../platform/sha256.js';
import { version } from '../platform/version.js';
import { foldersAbove, strangeFolders } from './believed.js';
import { contentOf } from './editors.js';
import { filesOfPrograms, type Impostor, impostorsIn } from './impostors.js';
import { type InstallPlace, shownPath } from './installPlace.js';
import { absolute, type Ledger, ledgerText, namedPath, readLedger } from './ledger.js';
import { readOverrides, recordOverrides } from './overrides.js';
import { withLineFeeds } from './piece.js';
import { leftAlone, type PlannedFile, planFile } from './planFile.js';
import { readTarget } from './targetFile.js';
import { type InstalledProgram, type InstallPart, type Wanted, wantedFor } from './wanted.js';
import { type FileChange, recover, writeFiles } from './writeFiles.js';

/** An install that has been planned but not written. */
export interface InstallPlan {
  readonly place: InstallPlace;
  /** Harnesses of the agents, including those of earlier installs. */
  readonly agents: readonly string[];
  readonly files: readonly PlannedFile[];
  readonly ledger: FileChange;
  /** Entries and hooks in a repository that misuse Stateroom's name, even in files that no install has written. */
  readonly impostors: readonly FoundImpostor[];
  /** True if an interrupted install has just been undone. */
  readonly recovered: boolean;
}

export interface FoundImpostor extends Impostor {
  readonly shown: string;
  readonly agent: string;
  readonly isReplaced: boolean;
}

export interface InstallRequest {
  readonly agents: readonly Agent[];
  /** All known agents; the ledger's are looked up here. */
  readonly known: readonly Agent[];
  /** True to remove agents of earlier installs that are not among `agents`. */
  readonly replaces?: boolean;
  /** Parts to leave out; undefined for the same as before. */
  readonly without?: readonly InstallPart[] | undefined;
  /** True to overwrite edited pieces, except entries; or one file, as named by `PlannedFile.shown`. */
  readonly overwrites?: boolean | string;
  readonly program: InstalledProgram;
}

/** Plans an install for these agents and, unless it replaces them, the ledger's. Writes nothing. */
export async function planInstall(
  place: InstallPlace,
  { agents, known, replaces = false, without, overwrites = false, program }: InstallRequest,
): Promise<InstallPlan | Refusal> {
  const begun = await begin(place);
  if ('refused' in begun) return begun;
  const { ledger, target } = begun;
  const unknown = ledger?.agents.find(name => known.every(({ harness }) => harness !== name));
  if (unknown !== undefined) {
    return refuse(
      'store_too_new',
      verbatim(`${shownPath(place, place.ledger)} is of a newer Stateroom, which knows the agent ${unknown}.`),
      { hint: verbatim('Update Stateroom.') },
    );
  }
  const all = known.filter(
    ({ harness }) => agents.some(agent => agent.harness === harness) || (!replaces && ledger?.agents.includes(harness)),
  );
  const left = without ?? ledger?.without ?? [];
  const overrides = await readOverrides(place);
  if (isRefusal(overrides)) return overrides;
  const replaced = recordOverrides(left.includes('skills') ? [] : overrides, ledger?.overrides);
  const wanted = new Map<string, Wanted[]>();
  for (const each of await wantedFor(place, all, left, program, overrides)) {
    wanted.set(each.path, [...(wanted.get(each.path) ?? []), each]);
  }
  return plan(
    place,
    begun,
    all.map(({ harness }) => harness),
    wanted,
    files => ({
      version: 1,
      stateroom: version,
      agents: all.map(({ harness }) => harness),
      ...(left.length > 0 ? { without: [...left] } : {}),
      folders: ledger
        ? foldersAbove(place, place.ledger, ledger.folders)
        : target.missing.map(folder => namedPath(place, folder)),
      files,
      ...(replaced === undefined ? {} : { overrides: replaced }),
      // Written texts are kept to show later edits; not in a repository, which has its history.
      ...(place.scope === 'user' ? { texts: textsOf(files, [...wanted.values()].flat(), ledger?.texts) } : {}),
    }),
    { known, overwrites },
  );
}

/** Returns the texts of all pieces except entries, which a person may change freely. */
function textsOf(
  files: Ledger['files'],
  wanted: readonly Wanted[],
  earlier: Ledger['texts'] = {},
): Record<string, string> {
  const known = new Map(Object.entries(earlier));
  for (const { piece } of wanted) {
    const text = contentOf(piece);
    if (text !== undefined) known.set(sha256(text), text);
  }
  const kept = new Set(
    files.flatMap(({ pieces }) =>
      pieces.filter(({ kind }) => kind !== 'json' && kind !== 'toml').map(({ hash }) => hash),
    ),
  );
  return Object.fromEntries([...known].filter(([hash]) => kept.has(hash)));
}

/** Plans the removal of everything in the ledger; undefined if there is no ledger. */
export async function planUninstall(
  place: InstallPlace,
  known: readonly Agent[] = allAgents,
): Promise<InstallPlan | Refusal | undefined> {
  const begun = await begin(place);
  if ('refused' in begun) return begun;
  if (begun.ledger === undefined) return undefined;
  return plan(place, begun, begun.ledger.agents, new Map(), () => undefined, { known });
}

/** Makes an earlier launcher start this program. Undefined for a missing, edited or current launcher. */
export async function planLauncher(place: InstallPlace, program: InstalledProgram): Promise<InstallPlan | undefined> {
  const begun = await begin(place);
  if ('refused' in begun || begun.ledger === undefined) return undefined;
  const { ledger } = begun;
  const wanted = new Map((await wantedFor(place, [], [], program)).map(each => [each.path, [each]]));
  const own = ledger.files.filter(({ path }) => wanted.has(absolute(place, path)));
  const renewed = (launchers: Ledger['files']): Ledger => {
    const files = ledger.files.map(file => launchers.find(({ path }) => path === file.path) ?? file);
    return { ...ledger, files, texts: textsOf(files, [...wanted.values()].flat(), ledger.texts) };
  };
  const part = { ...begun, ledger: { ...ledger, files: own } };
  const planned = await plan(place, part, ledger.agents, wanted, renewed, { known: [] });
  const isOurs = planned.files.every(({ pieces }) =>
    pieces.every(({ state }) => state === 'update' || state === 'same'),
  );
  return isOurs && planned.files.some(isChange) ? planned : undefined;
}

/** All or nothing. Throws `FileChanged` and `InstallBusy`, with nothing written, and system errors. */
export async function applyPlan(
  { place, files, ledger }: InstallPlan,
  onWrite?: (change: FileChange) => void,
): Promise<void> {
  const changes = [...files, ledger].filter(isChange);
  if (changes.length > 0) await writeFiles(place.journal, changes, onWrite);
}

export function isChange({ before, after }: Pick<FileChange, 'before' | 'after'>): boolean {
  return before !== after;
}

interface Begun {
  readonly ledger: Ledger | undefined;
  readonly target: { readonly path: string; readonly text: string | undefined; readonly missing: readonly string[] };
  readonly recovered: boolean;
}

async function begin(place: InstallPlace): Promise<Begun | Refusal> {
  const recovered = await recover(place.journal);
  const target = await readTarget(place, place.ledger);
  const name = shownPath(place, place.ledger);
  if ('problem' in target) return refuse('conflict', verbatim(`${name} ${target.problem}.`));
  const ledger = target.text === undefined ? undefined : readLedger(target.text);
  if (ledger === undefined && target.text !== undefined) {
    return refuse('conflict', verbatim(`${name} is not a list of what Stateroom installed.`), {
      hint: verbatim('Restore it, or delete it to install again.'),
    });
  }
  return { ledger, target, recovered };
}

async function plan(
  place: InstallPlace,
  { ledger, target, recovered }: Begun,
  agents: readonly string[],
  wanted: ReadonlyMap<string, readonly Wanted[]>,
  ledgerOf: (files: Ledger['files']) => Ledger | undefined,
  { known, overwrites = false }: Pick<InstallRequest, 'known' | 'overwrites'>,
): Promise<InstallPlan> {
  const recorded = new Map(ledger?.files.map(file => [absolute(place, file.path), file]));
  const files: PlannedFile[] = [];
  const paths = new Map<string, string>();
  for (const path of new Set([...wanted.keys(), ...recorded.keys()])) {
    const planned = await planFile(place, path, wanted.get(path) ?? [], recorded.get(path), {
      // Only a person's own ledger has texts; a repository's claims about written texts are not trusted.
      texts: place.scope === 'user' ? (ledger?.texts ?? {}) : {},
      known,
      overwrites: overwrites === true || overwrites === shownPath(place, path),
    });
    // Two names of one file, such as CLAUDE.md as a link to AGENTS.md: only the first is kept.
    if (planned.problem === undefined && paths.has(planned.path) && !recorded.has(path)) continue;
    paths.set(planned.path, path);
    files.push(planned);
  }
  for (const folder of ledger === undefined ? [] : strangeFolders(place, ledger)) {
    const problem = 'is in the list of what was installed, but is not a folder that Stateroom makes';
    files.push(leftAlone(place, absolute(place, folder), problem));
  }
  const impostors = place.scope === 'project' ? await findImpostors(place, files, known) : [];
  const next = ledgerOf(files.flatMap(({ record }) => record ?? []));
  const text = next && ledgerText(next);
  // Git may have converted the line ends to CRLF.
  const isSame = text !== undefined && target.text !== undefined && withLineFeeds(target.text) === text;
  return {
    ...{ place, agents, files, impostors, recovered },
    ledger: {
      path: target.path,
      before: target.text,
      after: isSame ? target.text : text,
      mode: place.scope === 'user' ? 0o600 : 0o644,
      folders:
        next === undefined
          ? foldersAbove(place, place.ledger, ledger?.folders ?? []).map(folder => absolute(place, folder))
          : [],
    },
  };
}

/** Checks all repository files in which known agents have entries and hooks. */
async function findImpostors(
  place: InstallPlace,
  files: readonly PlannedFile[],
  known: readonly Agent[],
): Promise<readonly FoundImpostor[]> {
  const found = [...filesOfPrograms(known)].map(async ([shown, agent]): Promise<FoundImpostor[]> => {
    const path = absolute(place, shown);
    const planned = files.find(file => file.shown === shown && file.problem === undefined);
    const target = planned ?? (await readTarget(place, path, { mayBeReadOnly: true }));
    const before = 'before' in target ? target.before : 'problem' in target ? undefined : target.text;
    const after = planned === undefined ? before : planned.after;
    const left = impostorsIn(place.root, shown, after ?? '');
    return impostorsIn(place.root, shown, before ?? '').map(each => ({
      ...{ ...each, shown, agent },
      isReplaced: !left.some(({ part, starts }) => part === each.part && starts === each.starts),
    }));
  });
  return (await Promise.all(found)).flat();
}
