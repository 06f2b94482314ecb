import { agents } from '../agent/agents.js';

/** Addresses that agents sign with. */
const addresses = /^(?:noreply@anthropic\.com|noreply@openai\.com|cursoragent@cursor\.com|(?:\S*\+)?copilot@\S+)$/i;
/** Words of products that are no names of people. */
const products = /\b(?:aider|chatgpt|codex|copilot|cursor|gemini|opencode|qwen)\b/i;
/** Claude is a person's name too: it counts alone, or before what follows in the name of a model. */
const claude = /^claude(?:$|[- ](?:code|opus|sonnet|haiku|[\d.(]))/i;

/**
 * The name of the first co-author in these trailers (`Co-authored-by: Name <address>`, one a line) who is a coding agent;
 * undefined without one.
 */
export function agentCoAuthor(trailers: readonly string[]): string | undefined {
  for (const trailer of trailers) {
    const [, name = '', address = ''] = /^co-authored-by:\s*([^<]*?)\s*(?:<([^>]*)>\s*)?$/i.exec(trailer) ?? [];
    const isTitle = agents.some(({ title }) => title.toLowerCase() === name.toLowerCase());
    if (isTitle || addresses.test(address) || products.test(name) || claude.test(name)) return name || address;
  }
  return undefined;
}
