import * as z from 'zod';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { ignoredFiles } from '../../records/intentLog/ignoredFiles.js';
import { sizeConcern } from '../../records/repository/sizeConcern.js';
import { findBrokenThreads } from '../../records/thread/repairThreads.js';
import { defineOperation } from '../operation.js';

const maxNamed = 10;

export const storeCheck = defineOperation({
  name: 'store.check',
  order: 10,
  title: 'Check Store',
  summary: 'Checks the store’s files, commit chain and rows; changes nothing.',
  input: z.strictObject({}),
  output: z.object({
    ok: z.boolean(),
    problems: z.array(z.string()),
    /** Number of missing or changed archives: without other problems, the store itself is sound. */
    brokenArchives: z.int(),
    /** Warnings for a sound store beyond the size at which it is fast. */
    warnings: z.array(z.string()),
    /** Work items that do not match their tasks and lanes; `store repair` lists them. */
    brokenThreads: z.int(),
    generation: z.int(),
    commits: z.int(),
    journalBytes: z.int(),
    snapshotBytes: z.int(),
    workItems: z.int(),
    events: z.int(),
    /** Ignored files in the store's folder, by relative path. */
    ignored: z.array(z.object({ file: z.string(), reason: z.string() })),
  }),
  effect: 'read',
  // Maintenance is for people and scripts, not part of an agent's task.
  mcp: null,
  cli: { examples: ['store check', 'store check --json'] },
  tells: 'health',
  isUnsound: ({ ok }) => !ok,
  progress: 'window',
  palette: 'store',
  async run(context) {
    const report = await context.store.maintenance.check();
    const now = context.clock.now();
    const concern = sizeConcern(report.journalBytes + report.snapshotBytes);
    const broken = report.ok ? await context.store.read(transaction => findBrokenThreads(transaction, now)) : [];
    const warnings = [
      ...(concern === undefined ? [] : [`${say(concern.reason)} ${say(concern.hint)}`]),
      ...broken.slice(0, maxNamed).map(({ text }) => say(text)),
      ...(broken.length === 0 ? [] : [say(message('threads.repairHint', { count: broken.length }))]),
    ];
    const ignored = (await ignoredFiles(context, context.lanes)).map(one => ({ ...one }));
    return { ...report, problems: [...report.problems], warnings, brokenThreads: broken.length, ignored };
  },
});
