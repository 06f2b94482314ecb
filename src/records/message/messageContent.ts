import { type MessageContent, messageLimits } from '../../domain/message/message.js';
import type { MessageRow } from '../../domain/message/messageRow.js';
import { readMessageContent } from '../../domain/message/presentMessage.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { isPlace, redact, redacted } from '../../platform/redact.js';
import { sha256 } from '../../platform/sha256.js';
import type { Context } from '../context.js';

export type ContentColumns = Pick<MessageRow, 'payload' | 'blob' | 'blob_sha256'>;

/** Stores content in the row or, if large, in a file next to the store, written first so that no row names a missing one. */
export async function keepContent(
  { attachments }: Context,
  id: string,
  content: MessageContent,
): Promise<ContentColumns> {
  const payload = JSON.stringify(content);
  const bytes = new TextEncoder().encode(payload);
  if (bytes.length > messageLimits.bytes) {
    throw refusalError(
      'invalid_input',
      message('messages.tooLarge', { kilobytes: kilobytes(bytes.length), max: kilobytes(messageLimits.bytes) }),
      { hint: 'messages.tooLargeHint' },
    );
  }
  if (bytes.length <= messageLimits.inlineBytes) return { payload, blob: null, blob_sha256: null };
  if (attachments === undefined) {
    throw refusalError(
      'invalid_input',
      message('messages.noFilePlace', { kilobytes: kilobytes(messageLimits.inlineBytes) }),
      { hint: 'messages.noFilePlaceHint' },
    );
  }
  const blob = `${id}.json`;
  await attachments.write('messages', blob, bytes);
  return { payload: null, blob, blob_sha256: sha256(bytes) };
}

/** Reads a message's content from row or file; if unreadable, the reason in one sentence. */
export async function readContent(
  { attachments }: Context,
  { payload, blob, blob_sha256 }: ContentColumns,
): Promise<MessageContent | string> {
  if (payload !== null) return readMessageContent(payload) ?? 'Its content is not a valid message.';
  if (blob === null) return 'It has no content.';
  const bytes = await attachments?.read('messages', blob);
  if (bytes === undefined) return `The file with its content, messages/${blob} next to the store, is missing.`;
  const content = sha256(bytes) === blob_sha256 ? readMessageContent(new TextDecoder().decode(bytes)) : undefined;
  return content ?? `The file with its content, messages/${blob} next to the store, was changed.`;
}

export function withoutSecrets({ text, data, brief }: MessageContent): MessageContent {
  return {
    text: text === null ? null : redact(text),
    data: data === null ? null : (cleanJson(data) as MessageContent['data']),
    brief:
      brief === null
        ? null
        : {
            sourceLane: brief.sourceLane,
            reason: redact(brief.reason),
            requiredActions: brief.requiredActions.map(redact),
            artifacts: brief.artifacts.map(redact),
          },
  };
}

function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(cleanJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      redact(name),
      typeof part === 'string' && isSecret(name, part) ? redacted : cleanJson(part),
    ]),
  );
}

/** True if `redact` treats a value of this name as a secret; a folder is none. */
function isSecret(name: string, value: string): boolean {
  if (/^pwd$/i.test(name) && isPlace(value)) return false;
  return redact(`${name}="anything"`).endsWith(redacted);
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
