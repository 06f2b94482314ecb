import { z } from 'zod';
import { roles } from '../../domain/actor/actor.js';
import { anchorOf } from '../../domain/finding/anchor.js';
import { type CodePlace, parseCodePlace } from '../../domain/finding/codePlace.js';
import { refuse } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import { locateFindings, type PlacedFinding } from '../finding/locateFindings.js';
import { defineOperation } from '../operation.js';

const mostPlaces = 200;

/** Asked by the links of pages in the editor. No part of the catalogue: who has a terminal reads the file. */
export const repositoryLocate = defineOperation({
  name: 'repository.locate',
  title: 'Locate Places',
  summary:
    'Says where places that were written down, such as src/a.ts:12, are now in this work tree; those without a file are left out.',
  input: z.strictObject({
    places: z
      .array(z.string().trim().min(1, 'the place is empty').max(1000))
      .min(1)
      .max(mostPlaces)
      .describe('src/a.ts, src/a.ts:12 or src/a.ts:12-14'),
    commit: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('The commit at which they were written; their lines are followed from there'),
  }),
  output: z.object({
    places: z.array(
      z.object({
        /** As given. */
        place: z.string(),
        /** The file, also after a rename. */
        path: z.string(),
        /** From 1; null for the whole file, and when the lines are gone. */
        lineStart: z.int().positive().nullable(),
        /** Inclusive. */
        lineEnd: z.int().positive().nullable(),
        /** True when the file is there and the lines are not. */
        outdated: z.boolean(),
      }),
    ),
  }),
  effect: 'read',
  roles,
  mcp: null,
  cli: { examples: [] },
  palette: false,
  async run({ workTree }, { places, commit }) {
    if (workTree === undefined) {
      return refuse('no_repository', 'Places can be located in a work tree only.', {
        hint: 'Call from a folder of the repository.',
      });
    }
    const read = places.flatMap(place => {
      const parsed = parseCodePlace(place, workTree.root);
      return parsed === undefined ? [] : [{ place, ...parsed }];
    });
    const base = commit === undefined ? undefined : await workTree.resolveCommit(commit);
    const remarks = await Promise.all(read.map((each, index) => asRemark(workTree, String(index), each, base)));
    const located = await locateFindings(workTree, remarks);
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

/** The place as a remark about it would have been recorded at the commit, so that it is followed like one. */
async function asRemark(
  workTree: WorkTree,
  id: string,
  { path, lines }: CodePlace,
  base: string | undefined,
): Promise<PlacedFinding> {
  const recorded = { id, path, line_start: lines?.start ?? null, line_end: lines?.end ?? null };
  if (base === undefined) return { ...recorded, anchor: null, commit_sha: null };
  const text = lines === undefined ? undefined : await workTree.readText(path, base);
  if (text === undefined || lines === undefined) return { ...recorded, anchor: null, commit_sha: base };
  const blob = (await workTree.blobsOf([path], base)).get(path) ?? null;
  const anchor = anchorOf(text, lines, blob);
  return { ...recorded, anchor: anchor === undefined ? null : JSON.stringify(anchor), commit_sha: base };
}
