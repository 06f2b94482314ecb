import { type Receipt, receiptBytes, receiptSchema } from '../../domain/evidence/receipt.js';
import { RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { isSignedByOne } from '../../platform/receiptSignature.js';
import type { Context } from '../../records/context.js';
import { describeIssue } from '../../records/describeIssue.js';
import { requireCommit } from '../../records/evidence/evidenceAccess.js';
import { readBaseConfig } from '../gate/collectSnapshot.js';
import { plainIssue } from '../plainIssue.js';

/**
 * What a receipt states, once its signature is checked against the keys of the base branch's configuration and its tree
 * against its commit. Refuses everything else: a receipt that cannot be checked proves nothing.
 */
export async function checkReceipt(context: Context, text: string, task: TaskRow | undefined): Promise<Receipt> {
  const receipt = readReceipt(text);
  const { ciKeys } = (await readBaseConfig(context, task)).gate;
  if (ciKeys.length === 0) {
    throw refused('no key is named to check it with', 'Put the public key into gate.ciKeys on the base branch.');
  }
  const { signature, ...facts } = receipt;
  if (!isSignedByOne(receiptBytes(facts), signature, ciKeys)) {
    throw refused('no key of gate.ciKeys on the base branch signed it', 'Take it from the CI job as it is.');
  }
  const commit = await requireCommit(context, receipt.commit);
  if ((await context.workTree?.treeHashOf(commit)) !== receipt.treeHash) {
    throw refused('its tree is not that of its commit', 'Run the job on a clean checkout of the commit.');
  }
  return receipt;
}

function readReceipt(text: string): Receipt {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw refused(`it is no JSON (${(error as Error).message})`, 'Give the file that evidence receipt wrote.');
  }
  const parsed = receiptSchema.safeParse(innerOf(raw), { error: plainIssue });
  if (parsed.success) return parsed.data;
  throw refused(describeIssue(parsed.error), 'Give the file that evidence receipt wrote.');
}

/** The receipt itself, or within the whole answer that `evidence receipt --json` prints. */
function innerOf(raw: unknown): unknown {
  const answer = raw as { readonly data?: { readonly receipt?: unknown } } | null;
  return answer?.data?.receipt ?? raw;
}

function refused(why: string, hint: string): RefusalError {
  return new RefusalError(refuse('invalid_input', `The receipt proves nothing: ${why}.`, { hint }));
}
