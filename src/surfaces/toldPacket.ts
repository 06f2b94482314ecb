import type { Lane } from '../domain/lane/lane.js';
import { packetReplyBytes, packetText } from '../packet/packetText.js';
import type { Context } from '../records/context.js';
import { withNextCalls } from './mcp/withNextCalls.js';

export interface ToldPacket {
  readonly text: string;
  readonly bytes: number;
  /** Estimate: models count words, refs and times differently. */
  readonly tokens: number;
}

/** Bytes of a token of o200k, as measured on packets with refs, times and calls. */
const bytesPerToken = 3;

/** Tells word for word what the MCP server answers the agent of a lane to `load_session`; undefined without its worktree. */
export async function toldPacket(context: Context, lane: Lane): Promise<ToldPacket | undefined> {
  const asked = { ...context, withNext: withNextCalls, answerBytes: packetReplyBytes };
  const { tellAgentOf } = await import('../packet/tellPacket.js');
  const packet = await tellAgentOf(asked, lane);
  if (packet === undefined) return undefined;
  const text = packetText(packet);
  const bytes = Buffer.byteLength(text);
  return { text, bytes, tokens: Math.round(bytes / bytesPerToken) };
}
