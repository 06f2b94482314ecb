import * as z from 'zod';
import { evidenceLimits } from '../../domain/evidence/evidenceRow.js';
import { type ReceiptFacts, receiptBytes, receiptSchema } from '../../domain/evidence/receipt.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { type Message, message } from '../../messages/message.js';
import { publicKeyText, signWithKey } from '../../platform/receiptSignature.js';
import { commandField, directoryField, timeoutField } from '../../records/evidence/evidenceFields.js';
import { verdictOf } from '../../records/evidence/recordEvidence.js';
import { requireWorkTree, runForEvidence } from '../../records/evidence/runForEvidence.js';
import { defineOperation } from '../operation.js';

export const evidenceReceipt = defineOperation({
  name: 'evidence.receipt',
  order: 30,
  title: 'Sign Receipt in CI',
  summary: 'Runs a command in a CI job and signs the result for evidence record --receipt; needs no store.',
  input: z.strictObject({
    command: commandField,
    key: z.string().max(4000).describe('File with the Ed25519 private key in PEM format; keep it in the CI secrets'),
    directory: directoryField,
    timeoutSeconds: timeoutField,
  }),
  output: z.object({
    receipt: receiptSchema,
    /** Value for gate.ciKeys on the base branch. */
    publicKey: z.string(),
    exitCode: z.int(),
  }),
  effect: 'external',
  // Agents must not use the CI key.
  mcp: null,
  cli: {
    paths: { directory: 'path' },
    rest: 'command',
    files: ['key'],
    refusalExitCode: 125,
    flags: { timeoutSeconds: 'timeout' },
    examples: ['evidence receipt --key ci.pem --json -- npm test'],
  },
  palette: false,
  exitCode: ({ exitCode }) => exitCode,
  async run(context, { key, ...request }) {
    const workTree = requireWorkTree(context);
    const publicKey = publicKeyText(key);
    if (publicKey === undefined) {
      throw refused(message('evidence.badKey'), message('evidence.badKeyHint'));
    }
    const { commit } = await workTree.head();
    if (commit === undefined || (await workTree.treeHash()) !== (await workTree.treeHashOf(commit))) {
      throw refused(message('evidence.notCommit'), message('evidence.notCommitHint'));
    }
    const run = await runForEvidence(context, { ...request, directory: request.directory ?? workTree.folder });
    if (run.treeHash === undefined) {
      throw refused(message('evidence.filesChanged'), message('evidence.filesChangedHint'));
    }
    const facts: ReceiptFacts = {
      version: 1,
      command: run.command.slice(0, evidenceLimits.command),
      directory: run.directory,
      exitCode: run.exitCode,
      treeHash: run.treeHash,
      commit,
      startedAt: new Date(run.startedAt).toISOString(),
      durationMs: run.outcome.durationMs,
      logHash: run.log.hash,
      logBytes: run.log.bytes,
      result: verdictOf(run),
    };
    const signature = signWithKey(receiptBytes(facts), key) ?? '';
    return { receipt: { ...facts, signature }, publicKey, exitCode: run.exitCode };
  },
});

function refused(why: Message, hint: Message): RefusalError {
  return refusalError('invalid_input', why, { hint });
}
