import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { intentOf, runName, targetPropertiesOf } from '../../domain/run/request.js';
import { runSchema } from '../../domain/run/run.js';
import { runLimits, runNamePattern } from '../../domain/run/runRow.js';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import type { Context } from '../../records/context.js';
import { findFinding } from '../../records/finding/findingAccess.js';
import { findRecord } from '../../records/findRecord.js';
import { provenanceOf } from '../../records/provenance.js';
import { createRun, dirtyWorktree } from '../../records/run/createRun.js';
import { intakePlan } from '../../records/run/intake.js';
import { readWholeRun, throwIfActive, writeRunFiles } from '../../records/run/runAccess.js';
import { textField } from '../../records/run/runFields.js';
import { folderOf } from '../../records/run/runFiles.js';
import { taskOf } from '../../records/slice/sliceAccess.js';
import { findTask } from '../../records/task/taskAccess.js';
import { trimmedField } from '../../records/textFields.js';
import { findWorkItem } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

export const runStart = defineOperation({
  name: 'run.start',
  order: 10,
  title: 'Start Investigation',
  asks: true,
  summary: 'Starts an investigation: a request with hypotheses, evidence, commands and learnings.',
  input: z.strictObject({
    request: textField('The question to investigate'),
    name: z
      .string()
      .regex(runNamePattern, problem(message('schema.runNameCharacters')))
      .max(runLimits.name)
      .optional()
      .describe('Its name; by default the time and the first words of the request'),
    task: trimmedField(200).optional().describe('The task that it is for: T-3'),
    slice: trimmedField(200).optional().describe('The slice that it is for: S-5; its task follows'),
    finding: trimmedField(200).optional().describe('The finding that it is about: F-7'),
    workItem: trimmedField(200).optional().describe('The work item that it is for: W-12'),
    skipIntake: z
      .boolean()
      .optional()
      .describe('Do not rank documents, skills and tests of the repository for the request'),
  }),
  output: z.object({ run: runSchema }),
  effect: 'write',
  mcp: {
    tool: 'runs',
    action: 'start',
    brief: '',
    whole: 'run',
    rare: ['name', 'task', 'slice', 'finding', 'workItem', 'skipIntake'],
  },
  cli: {
    positionals: ['request'],
    examples: ['run start "Why is the checkout slow on Mondays?"', 'run start "Why does it fail?" --finding F-7'],
  },
  icon: 'add',
  palette: 'repository',
  async run(context, input) {
    const provenance = await provenanceOf(context);
    const dirty = await dirtyWorktree(context);
    const plan = input.skipIntake ? null : await intakePlan(context, input.request, dirty);
    const worktreePath = context.workTree?.root ?? null;
    const hasFolder = input.name !== undefined && (await isFolder(context, folderOf({ name: input.name })));
    const whole = await context.store.transaction(async transaction => {
      await throwIfActive(transaction, worktreePath);
      const now = context.clock.now();
      const isTaken = async (key: string) => (await transaction.runs.find({ by: 'key', key })) !== undefined;
      if (input.name !== undefined && (hasFolder || (await isTaken(input.name)))) {
        throw refusalError('conflict', message('runs.nameTaken', { name: input.name }), {
          hint: 'runs.nameTakenHint',
          details: { name: input.name },
        });
      }
      const first = runName(input.request, now);
      let name = input.name ?? first;
      // Two worktrees may send the same request within a second.
      for (let number = 2; await isTaken(name); number += 1) name = `${first}-${number}`;
      const slice = input.slice === undefined ? undefined : await findRecord(transaction, 'slices', input.slice);
      const named = input.task === undefined ? undefined : await findTask(transaction, input.task);
      if (slice !== undefined && named !== undefined && slice.task_id !== named.id) {
        const values = { slice: formatRef('slice', slice.number), task: formatRef('task', named.number) };
        throw refusalError('conflict', message('runs.sliceOfOtherTask', values), { hint: 'runs.sliceOfOtherTaskHint' });
      }
      const task = named ?? (slice && (await taskOf(transaction, slice)));
      const finding = input.finding === undefined ? undefined : await findFinding(context, transaction, input.finding);
      const item = input.workItem === undefined ? undefined : await findWorkItem(transaction, input.workItem);
      const row = await createRun(context, transaction, provenance, {
        ...{ name, request: input.request, intent: intentOf(input.request), dirtyWorktree: dirty, worktreePath },
        ...{ targetProperties: targetPropertiesOf(input.request), createdAt: now, intakePlan: plan },
        slice: slice && formatRef('slice', slice.number),
        links: {
          task_id: task?.id ?? finding?.task_id ?? null,
          finding_id: finding?.id ?? null,
          work_item_id: item?.id ?? task?.work_item_id ?? null,
        },
      });
      return readWholeRun(transaction, row);
    });
    await writeRunFiles(context, whole);
    return { run: whole.run };
  },
});

/** True if another run or program has files there; some disks ignore the case of the folder. */
async function isFolder({ workTree }: Context, path: string): Promise<boolean> {
  return (await workTree?.kindOf(path)) === 'folder';
}
