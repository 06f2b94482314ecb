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

/** More specific products first: an agent started by another has the marks of both. */
export const agents: readonly Agent[] = [
  opencode,
  gemini,
  qwen,
  vscode,
  copilot,
  codex,
  claudeCode,
  cursor,
  { harness: 'pi', title: 'Pi', marks: ['PI_CODING_AGENT'] },
  { harness: 'auggie', title: 'Auggie', marks: ['AUGMENT_AGENT'], otherNames: ['augment-cli'] },
  { harness: 'antigravity', title: 'Antigravity', marks: ['ANTIGRAVITY_AGENT'] },
  { harness: 'cline', title: 'Cline', marks: ['CLINE_ACTIVE'] },
  { harness: 'goose', title: 'Goose', marks: ['GOOSE_TERMINAL'], models: ['GOOSE_MODEL'] },
  { harness: 'crush', title: 'Crush', marks: ['CRUSH'] },
  { harness: 'junie', title: 'Junie', marks: ['JUNIE_DATA', 'JUNIE_SHIM_PATH'] },
];

/** Finds an agent by its harness, another of its names, its program or title, in any letter case. */
export function agentNamed(text: string): Agent | undefined {
  const name = text.trim().toLowerCase();
  return agents.find(({ harness, otherNames = [], program, title }) =>
    [harness, ...otherNames, program, title].some(one => one?.toLowerCase() === name),
  );
}

/** True for an assignee that is the actor's name, or its agent: `codex` is every session of Codex. */
export function isFor(assignee: string, { name, harness }: Pick<Actor, 'name' | 'harness'>): boolean {
  return assignee === name || assignee === harness;
}

export function agentOf({ harness }: Pick<Actor, 'harness'>): Agent | undefined {
  return agents.find(agent => agent.harness === harness);
}
