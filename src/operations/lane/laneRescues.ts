import * as z from 'zod';
import { refusalError } from '../../domain/refusal/refusal.js';
import { parseDuration } from '../../domain/time/duration.js';
import { message, verbatim } from '../../messages/message.js';
import { findLane, requireLanes } from '../../records/lane/laneAccess.js';
import { laneField } from '../../records/lane/laneFields.js';
import { namedRescue, presentRescue, rescueField, rescueSchema } from '../../records/lane/rescueAccess.js';
import { defineOperation } from '../operation.js';

// Repositories without lanes do not list the lane tools, through which these are reached.
const mcp = null;

export const laneRescues = defineOperation({
  name: 'lane.rescues',
  order: 210,
  title: 'List Rescues',
  summary: 'Lists backups of removed worktrees (rescues), newest first.',
  input: z.strictObject({ lane: laneField.optional().describe('Only for this lane') }),
  output: z.object({ rescues: z.array(rescueSchema) }),
  effect: 'read',
  mcp,
  cli: {
    path: ['lane', 'rescue', 'list'],
    positionals: ['lane'],
    examples: ['lane rescue list', 'lane rescue list login'],
  },
  palette: false,
  async run(context, { lane }) {
    const trees = await requireLanes(context).trees();
    const name =
      lane === undefined ? undefined : (await context.store.read(transaction => findLane(transaction, lane))).name;
    return { rescues: (await trees.rescues(name)).map(presentRescue) };
  },
});

export const laneRescue = defineOperation({
  name: 'lane.rescue',
  order: 220,
  title: 'Show Rescue',
  summary:
    'Shows what a backup contains besides the files that git restores: modes, secrets, files that were too large.',
  input: z.strictObject({ rescue: rescueField }),
  output: rescueSchema.extend({
    /** Its commit, with the files below `files/`. */
    commit: z.string(),
    branches: z.record(z.string(), z.string()),
    secretPaths: z.array(z.string()),
    emptyFolders: z.array(z.string()),
    leftBehind: z.array(z.object({ path: z.string(), bytes: z.number().nullable() })),
  }),
  effect: 'read',
  mcp,
  cli: {
    path: ['lane', 'rescue', 'show'],
    positionals: ['rescue'],
    examples: ['lane rescue show login/20261121T123005007Z'],
  },
  palette: false,
  async run(context, { rescue: named }) {
    const trees = await requireLanes(context).trees();
    const rescue = namedRescue(await trees.rescues(), named);
    const { branches, secrets, emptyFolders, leftBehind } = rescue.manifest;
    return {
      ...presentRescue(rescue),
      commit: rescue.commit,
      branches: { ...branches },
      secretPaths: secrets.map(({ path }) => path),
      emptyFolders: [...emptyFolders],
      leftBehind: leftBehind.map(one => ({ ...one })),
    };
  },
});

export const laneRescueRestore = defineOperation({
  name: 'lane.rescueRestore',
  order: 230,
  title: 'Restore Rescue as Worktree',
  summary: 'Restores a backup as a new worktree; its lane is not changed.',
  input: z.strictObject({
    rescue: rescueField,
    to: z.string().trim().min(1).max(1000).optional().describe('Target folder; default: next to the lanes'),
  }),
  output: z.object({
    ref: z.string(),
    worktreePath: z.string(),
    /** Detached HEAD's commit: the branch may be its lane's again. */
    head: z.string(),
    /** Branches that moved on: the backed-up commits have the mapped name. */
    renamedBranches: z.record(z.string(), z.string()),
    missingSecrets: z.array(z.string()),
  }),
  effect: 'external',
  mcp,
  cli: {
    path: ['lane', 'rescue', 'restore'],
    positionals: ['rescue'],
    examples: ['lane rescue restore login/20261121T123005007Z', 'lane rescue restore 20261121T123005007Z --to ../old'],
  },
  palette: false,
  async run(context, { rescue: named, to }) {
    const ports = requireLanes(context);
    const trees = await ports.trees();
    const rescue = namedRescue(await trees.rescues(), named);
    const time = rescue.ref.slice(rescue.ref.lastIndexOf('/') + 1);
    const name = `${rescue.manifest.lane}.${time.toLowerCase()}`;
    const directory = ports.resolve(
      to ?? (await trees.placeOf(name)) ?? `${await trees.mainDirectory()}.worktrees/${name}`,
    );
    const answer = await trees.restore(rescue, directory, { detached: true });
    if (answer.outcome === 'refused') {
      throw refusalError('conflict', verbatim(answer.text), { hint: message('lanes.rescueFolderHint') });
    }
    const { renamedBranches, missingSecrets } = answer.restored;
    return {
      ref: rescue.ref,
      worktreePath: directory,
      head: rescue.manifest.head,
      renamedBranches: { ...renamedBranches },
      missingSecrets: [...missingSecrets],
    };
  },
});

export const laneRescuePrune = defineOperation({
  name: 'lane.rescuePrune',
  order: 240,
  title: 'Prune Rescues',
  summary: 'Lists backups older than a given age; with yes, deletes them permanently.',
  input: z.strictObject({
    olderThan: z.string().trim().min(1).max(40).describe('Minimum age: 30d, 12w'),
    lane: laneField.optional().describe('Only for this lane'),
    yes: z.boolean().optional().describe('Delete them; otherwise they are only listed'),
  }),
  output: z.object({
    pruned: z.boolean(),
    rescues: z.array(rescueSchema),
  }),
  effect: 'external',
  destructive: true,
  onlyReads: ({ yes }) => yes !== true,
  // Only a person may delete backups.
  roles: ['human'],
  mcp,
  cli: {
    path: ['lane', 'rescue', 'prune'],
    examples: ['lane rescue prune --older-than 30d', 'lane rescue prune --older-than 12w --lane login --yes'],
  },
  palette: false,
  async run(context, { olderThan, lane, yes }) {
    const age = parseDuration(olderThan.toLowerCase());
    if (age === undefined) {
      throw refusalError('invalid_input', message('lanes.badAge', { text: olderThan }), { hint: 'lanes.badAgeHint' });
    }
    const trees = await requireLanes(context).trees();
    const name =
      lane === undefined ? undefined : (await context.store.read(transaction => findLane(transaction, lane))).name;
    const limit = context.clock.now() - age;
    const old = (await trees.rescues(name)).filter(({ manifest }) => manifest.keptAt < limit);
    if (yes === true) await trees.forget(old);
    return { pruned: yes === true, rescues: old.map(presentRescue) };
  },
});
