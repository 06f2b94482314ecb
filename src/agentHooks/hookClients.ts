import { claude } from './clients/claude.js';
import { codex } from './clients/codex.js';
import { copilot } from './clients/copilot.js';
import { gemini } from './clients/gemini.js';
import { opencode } from './clients/opencode.js';
import { qwen } from './clients/qwen.js';
import type { HookClient } from './hookClient.js';

/** Arguments after the program's name; they also distinguish our hook from others. */
export function hookWords({ name }: HookClient, event: string): string {
  return `agent-hook ${name} ${event}`;
}

export const hookClients: readonly HookClient[] = [claude, codex, copilot, gemini, opencode, qwen];
