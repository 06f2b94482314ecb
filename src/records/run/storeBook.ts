import { refusalError } from '../../domain/refusal/refusal.js';
import { entryId } from '../../domain/run/runContent.js';
import { message } from '../../messages/message.js';
import type { Context } from '../context.js';
import { provenanceOf } from '../provenance.js';
import { createRun, dirtyWorktree } from './createRun.js';
import { intakePlan } from './intake.js';
import { type NewEntry, openHypotheses, readWholeRun, type WholeRun, writeInRun, writeRunFiles } from './runAccess.js';
import type { NewBookRun, RunBook, RunClosing } from './runBook.js';

export class StoreBook implements RunBook {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async start({ skipIntake, ...run }: NewBookRun): Promise<void> {
    const context = this.#context;
    const provenance = await provenanceOf(context);
    const dirty = await dirtyWorktree(context);
    const plan = skipIntake ? null : await intakePlan(context, run.request, dirty);
    const whole = await context.store.transaction(async transaction => {
      const { name } = run;
      if ((await transaction.runs.find({ by: 'key', key: name })) !== undefined)
        throw refusalError('conflict', message('runs.nameTaken', { name }));
      const row = await createRun(context, transaction, provenance, {
        ...run,
        ...{ dirtyWorktree: dirty, intakePlan: plan, worktreePath: context.workTree?.root ?? null },
      });
      return readWholeRun(transaction, row);
    });
    await writeRunFiles(context, whole);
  }

  find(named: string | undefined): Promise<WholeRun | undefined> {
    const worktree = this.#context.workTree?.root ?? null;
    return this.#context.store.read(async transaction => {
      const row =
        named !== undefined
          ? await transaction.runs.find({ by: 'key', key: named })
          : ((await transaction.runs.activeAt(worktree)) ?? (await transaction.runs.lastAt(worktree)));
      return row && readWholeRun(transaction, row);
    });
  }

  async add(name: string, entry: NewEntry): Promise<number> {
    let number = 0;
    const { text, status } = entry;
    await writeInRun(
      this.#context,
      name,
      eventOf[entry.kind],
      async ({ add }) => {
        number = await add(entry);
        switch (entry.kind) {
          case 'hypothesis':
            return { hypothesis: entryId('hypothesis', number), text };
          case 'resolution':
            return { hypothesis: entryId('hypothesis', number), status: status ?? null, note: text };
          case 'evidence': {
            const about = entry.hypothesis == null ? {} : { hypothesis: entryId('hypothesis', entry.hypothesis) };
            return { evidence: entryId('evidence', number), text, ...about };
          }
          case 'command':
            return { entry: entryId('command', number), command: text, status: status ?? null };
          case 'learning':
            return { learning: entryId('learning', number), summary: text };
        }
      },
      { mayBeClosed: true },
    );
    return number;
  }

  async close(name: string, { summary, verification, risks }: RunClosing): Promise<void> {
    await writeInRun(
      this.#context,
      name,
      'run_closed',
      async ({ transaction, row, now, change }) => {
        const left = openHypotheses((await readWholeRun(transaction, row)).content);
        await change({
          ...{ status: 'closed', closed_at: now, summary },
          ...{ verification: JSON.stringify(verification), residual_risks: JSON.stringify(risks) },
          open_reason: left.length > 0 ? 'Closed by agent-run, which allows open hypotheses.' : null,
        });
        return { summary, left };
      },
      { mayBeClosed: true },
    );
  }
}

const eventOf = {
  hypothesis: 'run_hypothesis_added',
  resolution: 'run_hypothesis_resolved',
  evidence: 'run_evidence_added',
  command: 'run_command_logged',
  learning: 'run_learning_added',
} as const;
