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
 * Every agent that Stateroom knows. Where one was started by another, both have left their marks and nothing tells which is
 * the inner one: the order here then decides, the narrower products first.
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
  // Of these only the marks are known.
  { harness: 'pi', title: 'Pi', marks: ['PI_CODING_AGENT'] },
  { harness: 'auggie', title: 'Auggie', marks: ['AUGMENT_AGENT'], otherNames: ['augment-cli'] },
  { harness: 'antigravity', title: 'Antigravity', marks: ['ANTIGRAVITY_AGENT'] },
  { harness: 'cline', title: 'Cline', marks: ['CLINE_ACTIVE'] },
  { harness: 'goose', title: 'Goose', marks: ['GOOSE_TERMINAL'], models: ['GOOSE_MODEL'] },
  { harness: 'crush', title: 'Crush', marks: ['CRUSH'] },
  { harness: 'junie', title: 'Junie', marks: ['JUNIE_DATA', 'JUNIE_SHIM_PATH'] },
];

/** What is known of the agent that acts; undefined for people, and for agents that Stateroom does not know. */
export function agentOf({ harness }: Pick<Actor, 'harness'>): Agent | undefined {
  return agents.find(agent => agent.harness === harness);
}
