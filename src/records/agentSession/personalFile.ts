import type * as z from 'zod';
import { type Prices, pricesSchema, usualPrices } from '../../domain/agentSession/prices.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { describeIssue } from '../../messages/describeIssue.js';
import { type Message, message } from '../../messages/message.js';
import { reported } from '../../messages/schemaProblem.js';

/** Refusal of a personal file that cannot be used. */
export function unusableFile(path: string, why: string | Message, hint: Message): Error {
  return refusalError('invalid_input', message('config.unusable', { path, why }), { hint });
}

/** Reads a file of the person's own folder by its schema; undefined without it. Refuses one that cannot be read. */
export async function readPersonalFile<Schema extends z.ZodType>(
  ports: Pick<LanePorts, 'personalSettings'>,
  schema: Schema,
  { file, hint }: { readonly file?: string; readonly hint: Message },
): Promise<{ readonly path: string; readonly value: z.output<Schema> } | undefined> {
  const read = await ports.personalSettings(file);
  if (read === undefined) return undefined;
  const { path, text, problem = '' } = read;
  if (text === undefined) throw unusableFile(path, problem, hint);
  let written: unknown;
  try {
    written = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw unusableFile(path, (error as Error).message, hint);
  }
  const parsed = schema.safeParse(written, reported);
  if (!parsed.success) throw unusableFile(path, describeIssue(parsed.error), hint);
  return { path, value: parsed.data };
}

/** The person's own prices, `prices.json`, with its path; else those that come with Stateroom. */
export async function readPrices(
  ports: Pick<LanePorts, 'personalSettings'>,
): Promise<{ readonly prices: Prices; readonly path: string | null }> {
  const own = await readPersonalFile(ports, pricesSchema, {
    ...{ file: 'prices.json', hint: message('sessions.pricesHint') },
  });
  return own === undefined ? { prices: usualPrices, path: null } : { prices: own.value, path: own.path };
}
