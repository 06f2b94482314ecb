import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { contentOf, entryId, entryNumber } from '../../domain/run/runContent.js';
import { message } from '../../messages/message.js';
import type { RunWriting } from './runAccess.js';

/** Resolves `H001`, `h1` or `1` to a number; refuses an unknown one. */
export async function requireHypothesis(
  { transaction, row }: Pick<RunWriting, 'transaction' | 'row'>,
  named: string,
): Promise<number> {
  const { hypotheses } = contentOf(await transaction.runEntries.ofRun(row.id));
  const number = entryNumber('hypothesis', named);
  const known = hypotheses.map(({ id }) => id);
  if (number !== undefined && known.includes(entryId('hypothesis', number))) return number;
  const run = formatRef('run', row.number);
  throw refusalError(
    'not_found',
    message('runs.unknownHypothesis', { run, hypothesis: named.slice(0, 20) }),
    known.length === 0
      ? { hint: message('runs.noHypothesesHint', { run }) }
      : { hint: message('runs.unknownHypothesisHint', { run, known: known.slice(0, 20).join(', ') }) },
  );
}
