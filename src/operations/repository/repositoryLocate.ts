import * as z from 'zod';
import { anchorOf } from '../../domain/finding/anchor.js';
import { type CodePlace, parseCodePlace } from '../../domain/finding/codePlace.js';
import { refuse } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import { locateFindings, type PlacedFinding } from '../../records/finding/locateFindings.js';
import { trimmedField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

const maxPlaces = 200;

/** For links of pages in the editor; not in the catalogue, since a terminal user reads the file. */
export const repositoryLocate = defineOperation({
  name: 'repository.locate',
  order: null,
  title: 'Locate Places in Code',
  summary: 'Locates references such as src/a.ts:12 in this worktree; those without a file are omitted.',
  input: z.strictObject({
    places: z.array(trimmedField(1000)).min(1).max(maxPlaces).describe('src/a.ts, src/a.ts:12 or src/a.ts:12-14'),
    commit: trimmedField(200).optional().describe('The commit they refer to; lines are tracked from there'),
  }),
  output: z.object({
    places: z.array(
      z.object({
        place: z.string(),
        /** Also after a rename. */
        path: z.string(),
        /** From 1; null for the whole file, and if the lines are gone. */
        lineStart: z.int().positive().nullable(),
        lineEnd: z.int().positive().nullable(),
        /** True if the file exists without the lines. */
        outdated: z.boolean(),
      }),
    ),
  }),
  effect: 'read',
  mcp: null,
  cli: { examples: [] },
  palette: false,
  async run({ workTree }, { places, commit }) {
    if (workTree === undefined) {
      return refuse('no_repository', 'reports.locateNeedsWorkTree', { hint: 'findings.locateNeedsWorkTreeHint' });
    }
    const read = places.flatMap(place => {
      const parsed = parseCodePlace(place, workTree.root);
      return parsed === undefined ? [] : [{ place, ...parsed }];
    });
    const base = commit === undefined ? undefined : await workTree.resolveCommit(commit);
    const texts = base === undefined ? new Map<string, TextAt>() : await textsAt(workTree, base, read);
    const findings = read.map((each, index) => asFinding(String(index), each, base, texts.get(each.path)));
    const located = await locateFindings(workTree, findings);
    const found = await Promise.all(
      read.map(async ({ place }, index) => {
        const now = located.get(String(index));
        if (now === undefined || (await workTree.kindOf(now.path)) !== 'file') return [];
        const { path, lines, outdated } = now;
        return [{ place, path, lineStart: lines?.start ?? null, lineEnd: lines?.end ?? null, outdated }];
      }),
    );
    return { places: found.flat() };
  },
});

interface TextAt {
  readonly blob: string;
  readonly text: string;
}

/** Files' texts at a commit, by path, in two calls of git for any number of places. */
async function textsAt(
  workTree: WorkTree,
  base: string,
  places: readonly CodePlace[],
): Promise<ReadonlyMap<string, TextAt>> {
  const paths = [...new Set(places.filter(({ lines }) => lines !== undefined).map(({ path }) => path))];
  const blobs = await workTree.blobsOf(paths, base);
  const texts = await workTree.readBlobs([...new Set(blobs.values())]);
  return new Map(
    [...blobs].flatMap(([path, blob]) => {
      const text = texts.get(blob);
      return text === undefined ? [] : [[path, { blob, text }] as const];
    }),
  );
}

/** The place as a finding recorded at the commit, to be tracked like one. */
function asFinding(
  id: string,
  { path, lines }: CodePlace,
  base: string | undefined,
  at: TextAt | undefined,
): PlacedFinding {
  const recorded = { id, path, line_start: lines?.start ?? null, line_end: lines?.end ?? null };
  if (base === undefined) return { ...recorded, anchor: null, commit_sha: null };
  if (at === undefined || lines === undefined) return { ...recorded, anchor: null, commit_sha: base };
  const anchor = anchorOf(at.text, lines, at.blob);
  return { ...recorded, anchor: anchor === undefined ? null : JSON.stringify(anchor), commit_sha: base };
}
