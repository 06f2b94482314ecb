import { agents as allAgents } from '../domain/agent/agents.js';
import { visibleLine } from '../domain/text/visibleText.js';
import { redact } from '../platform/redact.js';
import type { Translate } from '../reports/translate.js';
import { type FoundImpostor, type InstallPlan, isChange } from './install.js';
import { shownPath } from './installPlace.js';
import type { PieceState, PlannedFile, PlannedPiece } from './planFile.js';
import type { InstallPart } from './wanted.js';

function partWord(part: InstallPart, t: Translate): string {
  switch (part) {
    case 'mcp':
      return t('MCP server');
    case 'launcher':
      return t('launcher');
    case 'approval':
      return t('tools without asking');
    case 'hooks':
      return t('hooks');
    case 'skills':
      return t('skill');
    case 'instructions':
      return t('instructions');
  }
}

/** A file to write, all skills of a folder with the same act, or a folder to remove. */
export interface FileGroup {
  readonly shown: string;
  readonly leadsTo?: string | undefined;
  readonly act: 'create' | 'change' | 'remove';
  /** Empty for the ledger and for folders. */
  readonly files: readonly PlannedFile[];
  readonly what: string;
}

type ShownParts = Pick<InstallPlan, 'files' | 'ledger' | 'place'>;

/** Files, then skills by folder, then the ledger and folders that are removed if empty. */
export function changedFiles({ files, ledger, place }: ShownParts, t: Translate): readonly FileGroup[] {
  const single: FileGroup[] = [];
  const skills = new Map<string, FileGroup>();
  for (const file of files.filter(isChange)) {
    const { shown, leadsTo } = file;
    const act = actOf(file);
    const folder = folderOfSkill(shown);
    if (folder === undefined) {
      single.push({ shown, leadsTo, act, files: [file], what: partWords(file.pieces, t) });
      continue;
    }
    const real = leadsTo && folderOfSkill(leadsTo);
    const key = `${act} ${folder} ${real}`;
    const group = [...(skills.get(key)?.files ?? []), file];
    skills.set(key, { shown: folder, leadsTo: real, act, files: group, what: t('{0} skills', group.length) });
  }
  const list = isChange(ledger)
    ? [{ shown: shownPath(place, place.ledger), act: actOf(ledger), files: [], what: t('list of what is installed') }]
    : [];
  return [
    ...single,
    ...[...skills.values()].map(group => {
      const [only, ...others] = group.files;
      return only === undefined || others.length > 0
        ? group
        : { ...group, shown: only.shown, leadsTo: only.leadsTo, what: partWord('skills', t) };
    }),
    ...list,
    ...outermost([...files, ledger].filter(isChange).flatMap(({ folders }) => folders)).map(folder => ({
      ...{ shown: shownPath(place, folder), act: 'remove' as const, files: [], what: t('folder, if it is empty then') },
    })),
  ];
}

function actOf({ before, after }: Pick<PlannedFile, 'before' | 'after'>): FileGroup['act'] {
  return before === undefined ? 'create' : after === undefined ? 'remove' : 'change';
}

function folderOfSkill(shown: string): string | undefined {
  return /^(.*)[\\/]stateroom-[^\\/]+[\\/]SKILL\.md$/.exec(shown)?.[1];
}

/** Returns the folders that are not inside another one. */
function outermost(folders: readonly string[]): string[] {
  return [...new Set(folders)].filter(
    folder =>
      !folders.some(
        each => folder.length > each.length && folder.startsWith(each) && /[\\/]/.test(folder[each.length] ?? ''),
      ),
  );
}

/** Describes an impostor's command, as the end of a sentence that begins with the file. */
export function impostorText({ part, starts }: Pick<FoundImpostor, 'part' | 'starts'>, t: Translate): string {
  const shown = visibleLine(redact(starts)).slice(0, maxStart);
  return part === 'mcp'
    ? t('its entry “stateroom” starts {0}, not Stateroom', shown)
    : t('a hook with Stateroom’s name starts {0}, not Stateroom', shown);
}

export function replaceCommand(
  { agents, place }: Pick<InstallPlan, 'agents' | 'place'>,
  { agent }: FoundImpostor,
): string {
  const act = agents.includes(agent) ? 'update' : `install --agents ${agent}`;
  return `stateroom ${act} --${place.scope} --overwrite`;
}

const maxStart = 120;

/**
 * Returns the agents that the plan, or an earlier one, lets call the tools without asking. `canAsk`: those that ask if the part
 * `approval` is left out.
 */
export function grantedTo(
  { files }: Pick<InstallPlan, 'files'>,
  states: readonly PieceState[] = newStates,
): { readonly agents: readonly string[]; readonly canAsk: readonly string[] } {
  const pieces = files
    .flatMap(file => (file.problem === undefined ? file.pieces : []))
    .filter(piece => partsOf(piece).includes('approval') && states.includes(piece.state));
  const granted = allAgents.filter(({ harness }) => pieces.some(({ agents }) => agents.includes(harness)));
  const titles = (agents: typeof granted) => agents.map(({ title }) => title);
  return { agents: titles(granted), canAsk: titles(granted.filter(({ connection }) => !connection?.asksNobody)) };
}

const newStates: readonly PieceState[] = ['add', 'restore', 'update'];

/** Returns the parts of these pieces: `MCP server, tools without asking`. */
export function partWords(pieces: readonly PlannedPiece[], t: Translate): string {
  return [...new Set(pieces.flatMap(partsOf))].map(part => partWord(part, t)).join(', ');
}

/** Returns the parts that a piece implements. An entry that is not Stateroom's, or that someone changed, may grant anything. */
function partsOf({ part, grants, state }: PlannedPiece): InstallPart[] {
  const isOurs = state !== 'foreign' && state !== 'edited';
  return [...(part === undefined ? [] : [part]), ...(grants === true && isOurs ? ['approval' as const] : [])];
}

/** A piece that differs from the installed one; without a piece, the file cannot be edited. */
export interface Drift {
  readonly file: PlannedFile;
  readonly piece: PlannedPiece | undefined;
}

export function driftOf({ files }: Pick<InstallPlan, 'files'>): readonly Drift[] {
  return files.flatMap((file): readonly Drift[] => {
    if (file.problem !== undefined) return [{ file, piece: undefined }];
    return file.pieces.filter(piece => piece.state === 'restore' || isEdited(piece)).map(piece => ({ file, piece }));
  });
}

/** True for a piece that someone changed; a changed entry is the person's choice and does not count. */
export function isEdited({ state, kind }: Pick<PlannedPiece, 'state' | 'kind'>): boolean {
  return state === 'edited' && kind !== 'json' && kind !== 'toml';
}

export function canOverwrite({ pieces }: PlannedFile): boolean {
  return pieces.some(piece => (isEdited(piece) && piece.drift?.wanted !== undefined) || piece.starts !== undefined);
}

/** Returns the remaining steps that only a person can take; none for agents whose entry could not be written. */
export function stepsOf(
  { agents, files, place }: Pick<InstallPlan, 'agents' | 'files' | 'place'>,
  t: Translate,
): readonly { readonly agent: string; readonly title: string; readonly step: string }[] {
  return allAgents.flatMap(({ harness, title, connection }) => {
    const step = connection?.steps?.(t)[place.scope];
    const isLeftOut = files.some(
      ({ problem, pieces }) =>
        problem !== undefined && pieces.some(piece => piece.part === 'mcp' && piece.agents.includes(harness)),
    );
    return step === undefined || isLeftOut || !agents.includes(harness) ? [] : [{ agent: harness, title, step }];
  });
}
