import { agents } from '../agent/agents.js';

const addresses = /^(?:noreply@anthropic\.com|noreply@openai\.com|cursoragent@cursor\.com|(?:\S*\+)?copilot@\S+)$/i;
const products = /\b(?:aider|chatgpt|codex|copilot|cursor|gemini|opencode|qwen)\b/i;
/** Claude is a first name, too: it counts alone, or before the rest of a model's name. */
const claude = /^claude(?:$|[- ](?:code|opus|sonnet|haiku|[\d.(]))/i;

/** `trailers` are `Co-authored-by: Name <address>`, one per line. */
export function agentCoAuthor(trailers: readonly string[]): string | undefined {
  for (const trailer of trailers) {
    const [, name = '', address = ''] = /^co-authored-by:\s*([^<]*?)\s*(?:<([^>]*)>\s*)?$/i.exec(trailer) ?? [];
    const isTitle = agents.some(({ title }) => title.toLowerCase() === name.toLowerCase());
    if (isTitle || addresses.test(address) || products.test(name) || claude.test(name)) return name || address;
  }
  return undefined;
}
