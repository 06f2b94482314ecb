import type { RunContent } from './run.js';
import type { FolderEntry } from './runFolder.js';
import type { CommandStatus, EntryKind, HypothesisStatus, RunEntryRow } from './runRow.js';

const prefixes: Readonly<Record<Exclude<EntryKind, 'resolution'>, string>> = {
  hypothesis: 'H',
  evidence: 'E',
  command: 'C',
  learning: 'L',
};

/** Formats `H001`. */
export function entryId(kind: Exclude<EntryKind, 'resolution'>, number: number): string {
  return `${prefixes[kind]}${String(number).padStart(3, '0')}`;
}

/** Parses the number in `H001`, `h1` or `1`; undefined for anything else. */
export function entryNumber(kind: Exclude<EntryKind, 'resolution'>, id: string): number | undefined {
  const [, prefix, digits] = /^([a-z]?)0*([1-9]\d{0,8})$/i.exec(id.trim()) ?? [];
  if (digits === undefined || (prefix !== '' && prefix?.toUpperCase() !== prefixes[kind])) return undefined;
  return Number(digits);
}

/** Groups the entries of a run; `entries` are ordered by position. */
export function contentOf(entries: readonly (FolderEntry & Pick<RunEntryRow, 'actor'>)[]): RunContent {
  const of = (wanted: EntryKind) => entries.filter(({ kind }) => kind === wanted);
  const signed = ({ actor, created_at }: (typeof entries)[number]) => ({
    actor,
    at: new Date(created_at).toISOString(),
  });
  const resolutions = of('resolution');
  const evidence = of('evidence');
  return {
    hypotheses: of('hypothesis').map(entry => {
      const own = resolutions.filter(({ number }) => number === entry.number);
      return {
        id: entryId('hypothesis', entry.number),
        text: entry.text,
        status: (own.at(-1)?.status ?? 'open') as HypothesisStatus,
        notes: own.map(({ text }) => text).filter(text => text !== ''),
        evidence: evidence
          .filter(({ hypothesis }) => hypothesis === entry.number)
          .map(({ number }) => entryId('evidence', number)),
        ...signed(entry),
      };
    }),
    evidence: evidence.map(entry => ({
      id: entryId('evidence', entry.number),
      text: entry.text,
      hypothesis: entry.hypothesis === null ? null : entryId('hypothesis', entry.hypothesis),
      ...signed(entry),
    })),
    commands: of('command').map(entry => ({
      id: entryId('command', entry.number),
      command: entry.text,
      status: entry.status as CommandStatus,
      ...signed(entry),
    })),
    learnings: of('learning').map(entry => ({
      id: entryId('learning', entry.number),
      kind: entry.learning_kind ?? 'workflow-gap',
      summary: entry.text,
      repoAction: entry.repo_action ?? 'none',
      path: entry.path,
      commit: entry.path_commit,
      reason: entry.reason,
      ...signed(entry),
    })),
  };
}
