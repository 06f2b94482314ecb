import * as z from 'zod';
import { evidenceSchema } from '../../domain/evidence/evidence.js';
import type { EvidenceGrade } from '../../domain/evidence/evidenceGrade.js';
import { evidenceLimits } from '../../domain/evidence/evidenceRow.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { type Message, message } from '../../messages/message.js';
import { CommandLog } from '../../platform/commandLog.js';
import { redact } from '../../platform/redact.js';
import type { Context } from '../../records/context.js';
import { presentEvidenceRow, requireCommit } from '../../records/evidence/evidenceAccess.js';
import { sliceField, taskField } from '../../records/evidence/evidenceFields.js';
import { draftEvidence, type EvidenceDraft, insertEvidence } from '../../records/evidence/recordEvidence.js';
import { trimmedField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';
import { checkReceipt } from './checkReceipt.js';
import { resolveOwner } from './proofOwner.js';

const input = z.strictObject({
  command: trimmedField(evidenceLimits.command).optional().describe('The command as typed; required without a receipt'),
  passed: z.boolean().optional().describe('Whether it passed; default: from exitCode'),
  exitCode: z.int().min(0).max(255).optional().describe('Its exit code'),
  result: trimmedField(evidenceLimits.result)
    .optional()
    .describe('Its result in one line, such as “42 passed, 0 failed”'),
  log: z.string().max(evidenceLimits.log).optional().describe('Its output; secrets are redacted'),
  commit: trimmedField(200).optional().describe('Commit it was run on; default: the current worktree'),
  receipt: z
    .string()
    .max(evidenceLimits.receipt)
    .optional()
    .describe('Signed receipt of a CI job; replaces the other inputs, grade ci'),
  task: taskField,
  slice: sliceField,
});
type RecordInput = z.output<typeof input>;

export const evidenceRecord = defineOperation({
  name: 'evidence.record',
  order: 20,
  title: 'Record External Evidence',
  asks: true,
  summary:
    'Records a run made elsewhere, graded lower than runs by Stateroom: “said”, or “reported” with a result or log.',
  input,
  output: z.object({ evidence: evidenceSchema }),
  effect: 'write',
  mcp: {
    tool: 'task_records',
    kind: 'test_result',
    action: 'add',
    brief: 'command passed',
    json: ['receipt'],
    rare: ['command', 'passed', 'exitCode', 'result', 'log', 'commit', 'receipt', 'task', 'slice'],
  },
  cli: {
    positionals: ['command'],
    files: ['log', 'receipt'],
    exclusive: [
      ['receipt', 'command'],
      ['receipt', 'log'],
      ['receipt', 'commit'],
      ['receipt', 'exitCode'],
      ['receipt', 'result'],
      ['receipt', 'passed'],
    ],
    examples: [
      'evidence record "npm test" --exit-code 0 --result "42 passed" --commit HEAD',
      'evidence record --receipt receipt.json',
    ],
  },
  palette: 'store',
  async run(context, { task, slice, ...values }) {
    const owner = await resolveOwner(context, { task, slice });
    const draft = await (values.receipt === undefined
      ? draftFrom(context, values)
      : draftReceipt(context, values.receipt, owner.task));
    const tree = await context.workTree?.treeHash();
    const evidence = await context.store.transaction(async transaction =>
      presentEvidenceRow(transaction, await insertEvidence(transaction, context, draft, owner), tree),
    );
    return { evidence };
  },
});

/** Grades the evidence as claimed, or as reported if it has something to look at. */
async function draftFrom(context: Context, values: RecordInput): Promise<EvidenceDraft> {
  const { command, exitCode, result, log } = values;
  const passed = values.passed ?? (exitCode === undefined ? undefined : exitCode === 0);
  if (command === undefined) throw missing('command', message('evidence.noCommand'), message('evidence.noCommandHint'));
  if (passed === undefined) {
    const hint = message('evidence.noResultHint');
    throw missing('exitCode', message('evidence.noResult', { command: redact(command).slice(0, 80) }), hint);
  }
  if (exitCode !== undefined && passed !== (exitCode === 0)) throw contradiction(exitCode);
  const commit = values.commit === undefined ? undefined : await requireCommit(context, values.commit);
  const tree = await (commit === undefined ? context.workTree?.treeHash() : context.workTree?.treeHashOf(commit));
  const now = context.clock.now();
  const id = context.ids.ulid(now);
  const common = await draftEvidence(context, id, now);
  const grade: EvidenceGrade = result === undefined && log === undefined ? 'said' : 'reported';
  return {
    ...common,
    ...(await keepLog(context, id, log)),
    commit_sha: commit ?? common.commit_sha,
    command: redact(command),
    directory: '',
    exit_code: exitCode ?? null,
    passed: passed ? 1 : 0,
    result: result === undefined ? null : redact(result),
    grade,
    tree_hash: tree ?? null,
    duration_ms: null,
    started_at: now,
  };
}

async function keepLog(
  context: Context,
  id: string,
  text: string | undefined,
): Promise<Pick<EvidenceDraft, 'log_hash' | 'log_bytes' | 'log_file'>> {
  if (text === undefined) return { log_hash: null, log_bytes: null, log_file: null };
  const log = new CommandLog(evidenceLimits.keptLog);
  log.add(new TextEncoder().encode(text), 'stdout');
  const { content, hash, bytes } = log.finish();
  await context.attachments?.write('evidence', `${id}.log`, content);
  return {
    log_hash: hash,
    log_bytes: bytes,
    log_file: context.attachments === undefined ? null : `${id}.log`,
  };
}

async function draftReceipt(context: Context, receipt: string, task: TaskRow | undefined): Promise<EvidenceDraft> {
  const facts = await checkReceipt(context, receipt, task);
  const now = context.clock.now();
  const common = await draftEvidence(context, context.ids.ulid(now), now);
  return {
    ...common,
    receipt: JSON.stringify(facts),
    commit_sha: facts.commit,
    command: facts.command,
    directory: facts.directory,
    exit_code: facts.exitCode,
    passed: facts.exitCode === 0 ? 1 : 0,
    result: facts.result,
    grade: 'ci',
    tree_hash: facts.treeHash,
    log_hash: facts.logHash,
    log_bytes: facts.logBytes,
    log_file: null,
    duration_ms: facts.durationMs,
    started_at: Date.parse(facts.startedAt),
  };
}

function missing(field: string, message: Message, hint: Message): RefusalError {
  return refusalError('invalid_input', message, { hint, details: { field } });
}

function contradiction(exitCode: number): RefusalError {
  return refusalError('invalid_input', message('evidence.contradiction', { exitCode }), {
    hint: 'evidence.contradictionHint',
  });
}
