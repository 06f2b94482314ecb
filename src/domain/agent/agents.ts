import type { Actor } from '../actor/actor.js';
import type { Agent } from './agent.js';
import { claudeCode } from './claudeCode.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { qwen } from './qwen.js';
import { vscode } from './vscode.js';

/**
 * All known agents. If one was started by another, both have left their marks and the inner one is unknown; then this order decides, more
 * specific products first.
 */
export const agents: readonly Agent[] = [
  opencode,
  gemini,
  qwen,
  vscode,
  copilot,
  codex,
  claudeCode,
  cursor,
  // Only the marks of these are known.
  { harness: 'pi', title: 'Pi', marks: ['PI_CODING_AGENT'] },
  { harness: 'auggie', title: 'Auggie', marks: ['AUGMENT_AGENT'], otherNames: ['augment-cli'] },
  { harness: 'antigravity', title: 'Antigravity', marks: ['ANTIGRAVITY_AGENT'] },
  { harness: 'cline', title: 'Cline', marks: ['CLINE_ACTIVE'] },
  { harness: 'goose', title: 'Goose', marks: ['GOOSE_TERMINAL'], models: ['GOOSE_MODEL'] },
  { harness: 'crush', title: 'Crush', marks: ['CRUSH'] },
  { harness: 'junie', title: 'Junie', marks: ['JUNIE_DATA', 'JUNIE_SHIM_PATH'] },
];

/** Returns the facts of the acting agent; undefined for people and unknown agents. */
export function agentOf({ harness }: Pick<Actor, 'harness'>): Agent | undefined {
  return agents.find(agent => agent.harness === harness);
}
