import { claude } from './clients/claude.js';
import { codex } from './clients/codex.js';
import { copilot } from './clients/copilot.js';
import { gemini } from './clients/gemini.js';
import { qwen } from './clients/qwen.js';
import type { HookClient } from './hookClient.js';

/** How the command line is asked to answer an event, behind the program's name; it tells our hook from others. */
export function hookWords({ name }: HookClient, event: string): string {
  return `agent-hook ${name} ${event}`;
}

/** Every coding agent whose hooks Stateroom answers. */
export const hookClients: readonly HookClient[] = [claude, codex, copilot, gemini, qwen];
