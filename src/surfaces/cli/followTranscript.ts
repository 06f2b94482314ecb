import { isRefusal } from '../../domain/refusal/refusal.js';
import { inEnglish } from '../../messages/inEnglish.js';
import { invoke } from '../../operations/invoke.js';
import type { AnyOperation } from '../../operations/operation.js';
import { entryLines } from './format/agentText.js';
import type { Session } from './session.js';
import { stream, streamFlag } from './stream.js';

export const followTranscriptFlag = streamFlag('follow', 'Keep printing updates until the agent ends');

const lookEveryMs = 300;

interface Part {
  readonly session: string;
  readonly state: string;
  readonly entries: Parameters<typeof entryLines>[0][];
  readonly end: number;
  readonly isLast: boolean;
}

/** Prints the end of a transcript, then each update, until the session has ended or the user interrupts. */
export function followTranscript(
  session: Session,
  input: Readonly<Record<string, unknown>>,
  operation: AnyOperation,
): Promise<number> {
  const { printer } = session;
  return stream(session, { reads: true, everyMs: lookEveryMs }, context => {
    let request = input;
    return async () => {
      const answer = await invoke(operation, context, request);
      if (isRefusal(answer)) return answer;
      const part = answer as Part;
      for (const entry of part.entries) {
        if (printer.json) printer.stdout.writeJson(inEnglish(entry));
        else for (const line of entryLines(entry)) printer.stdout.write(`${line}\n`);
      }
      request = { ...input, session: part.session, after: part.end };
      if (!part.isLast) return 'again';
      return part.state === 'ended' && part.entries.length === 0 ? 'done' : 'later';
    };
  });
}
