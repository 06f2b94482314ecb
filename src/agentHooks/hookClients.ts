import { claude } from './clients/claude.js';
import { codex } from './clients/codex.js';
import { copilot } from './clients/copilot.js';
import { gemini } from './clients/gemini.js';
import { qwen } from './clients/qwen.js';
import type { HookClient } from './hookClient.js';

/** Every coding agent whose hooks Stateroom answers. */
export const hookClients: readonly HookClient[] = [claude, codex, copilot, gemini, qwen];
