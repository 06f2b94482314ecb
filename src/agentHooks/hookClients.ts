import { claude } from './clients/claude.js';
import { codex } from './clients/codex.js';
import type { HookClient } from './hookClient.js';

/** Every coding agent whose hooks Stateroom answers. */
export const hookClients: readonly HookClient[] = [claude, codex];
