import { type Receipt, receiptBytes, receiptSchema } from '../../domain/evidence/receipt.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { describeIssue } from '../../messages/describeIssue.js';
import { type Message, message } from '../../messages/message.js';
import { reported } from '../../messages/schemaProblem.js';
import { isSignedByOne } from '../../platform/receiptSignature.js';
import { readBaseConfig } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { requireCommit } from '../../records/evidence/evidenceAccess.js';

/** Reads a receipt. Refuses unless its signature matches a key of the base branch's configuration and its tree the commit's. */
export async function checkReceipt(context: Context, text: string, task: TaskRow | undefined): Promise<Receipt> {
  const receipt = readReceipt(text);
  const { ciKeys } = (await readBaseConfig(context, task)).gate;
  if (ciKeys.length === 0) {
    throw refused(message('evidence.noKey'), message('evidence.noKeyHint'));
  }
  const { signature, ...facts } = receipt;
  if (!isSignedByOne(receiptBytes(facts), signature, ciKeys)) {
    throw refused(message('evidence.wrongKey'), message('evidence.wrongKeyHint'));
  }
  const commit = await requireCommit(context, receipt.commit);
  if ((await context.workTree?.treeHashOf(commit)) !== receipt.treeHash) {
    throw refused(message('evidence.otherTree'), message('evidence.otherTreeHint'));
  }
  return receipt;
}

function readReceipt(text: string): Receipt {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw refused(
      message('evidence.receiptNotJson', { error: (error as Error).message }),
      message('evidence.receiptNotJsonHint'),
    );
  }
  const parsed = receiptSchema.safeParse(innerOf(raw), reported);
  if (parsed.success) return parsed.data;
  throw refused(describeIssue(parsed.error), message('evidence.receiptNotJsonHint'));
}

/** The receipt itself, or that in the answer of `evidence receipt --json`. */
function innerOf(raw: unknown): unknown {
  const answer = raw as { readonly data?: { readonly receipt?: unknown } } | null;
  return answer?.data?.receipt ?? raw;
}

function refused(why: string | Message, hint: Message): RefusalError {
  return refusalError('invalid_input', message('evidence.receiptProvesNothing', { why }), { hint });
}
