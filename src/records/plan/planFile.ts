import type { PlanResolution } from '../../domain/plan/plan.js';
import { isMarkdownPath, type PlanName, readPlanName } from '../../domain/plan/planPath.js';
import { planLimits } from '../../domain/plan/planRow.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import { type Message, message } from '../../messages/message.js';
import { sha256 } from '../../platform/sha256.js';
import type { Context } from '../context.js';
import { type PlanDocument, readPlan, textWithoutMarks } from './readPlan.js';

export interface PlanContent {
  readonly text: string;
  readonly document: PlanDocument;
  /** SHA-256 of the text without checkbox marks. */
  readonly contentHash: string;
}

export interface PlanFile {
  /** Relative to the worktree root. */
  readonly path: string;
  readonly resolution: PlanResolution;
  readonly content: PlanContent | undefined;
}

/** By text: views and gates read the same few plans repeatedly. */
const contents = new Map<string, PlanContent>();
const keptContents = 16;

export function workTreeOf({ workTree }: Context): WorkTree {
  if (workTree !== undefined) return workTree;
  throw refusalError('no_repository', 'plans.noWorkTree', { hint: 'plans.noWorkTreeHint' });
}

/** Parses a plan's name; refuses paths outside of the worktree. */
export function planNameOf(workTree: WorkTree, text: string): PlanName {
  const name = readPlanName(text, workTree.root);
  if (name !== undefined) return name;
  throw refusalError('invalid_input', message('plans.outside', { path: text.slice(0, 200) }), {
    hint: 'plans.outsideHint',
    details: { plan: text },
  });
}

/** Finds a plan's first candidate in the worktree, else on the target branch. Refuses a file too large or not Markdown. */
export async function findPlanFile(workTree: WorkTree, name: PlanName): Promise<PlanFile> {
  for (const path of name.candidates) {
    const content = await readPlanFile(workTree, path);
    if (content !== undefined) return { path, resolution: name.absolute ? 'absolute' : 'worktree', content };
  }
  const base = await workTree.defaultBranch();
  const commit = base === undefined ? undefined : await workTree.resolveCommit(base);
  for (const path of commit === undefined ? [] : name.candidates) {
    const text = await workTree.readText(path, commit);
    if (text !== undefined) return { path, resolution: 'workspace', content: await readContent(path, text) };
  }
  return { path: name.candidates[0] ?? '', resolution: 'unresolved', content: undefined };
}

/** Reads a plan in the worktree; undefined if missing. Refuses links, non-text and too large files. */
export async function readPlanFile(workTree: WorkTree, path: string): Promise<PlanContent | undefined> {
  const kind = await workTree.kindOf(path);
  if (kind === 'link') {
    throw refusalError('invalid_input', message('plans.isLink', { path }), {
      hint: 'plans.isLinkHint',
      details: { path },
    });
  }
  if (kind !== 'file') return undefined;
  const text = await workTree.readText(path);
  return text === undefined ? undefined : readContent(path, text);
}

/** Refuses text that is not Markdown or too large. */
export async function readContent(path: string, text: string): Promise<PlanContent> {
  if (!isMarkdownPath(path)) throw unusable(path, message('plans.notMarkdown'));
  const cached = contents.get(text);
  if (cached !== undefined) return cached;
  checkText(path, text);
  const document = await readPlan(text);
  if (document.items.length > planLimits.items) {
    throw unusable(path, message('plans.tooManyBoxes', { count: document.items.length, max: planLimits.items }));
  }
  const content = { text, document, contentHash: sha256(textWithoutMarks(text, document.items)) };
  if (contents.size >= keptContents) contents.clear();
  contents.set(text, content);
  return content;
}

function checkText(path: string, text: string): void {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > planLimits.bytes) {
    const size = bytes >= 1024 * 1024 ? `${(bytes / 1024 / 1024).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} kB`;
    throw unusable(path, message('plans.tooLarge', { size, max: planLimits.bytes / 1024 }));
  }
  // Not UTF-8: decoding replaced bytes, so writing it back would corrupt the file.
  if (text.includes('\0') || text.includes('\uFFFD')) throw unusable(path, message('plans.notText'));
  if (text.trim() === '' || text.trim() === '\uFEFF') throw unusable(path, message('edits.pathEmpty'));
}

function unusable(path: string, why: string | Message): RefusalError {
  return refusalError('invalid_input', message('plans.unusable', { path, problem: why }), {
    hint: 'plans.unusableHint',
    details: { path },
  });
}

/** Refuses a missing file. */
export function presentContent({ path, content }: PlanFile): PlanContent {
  if (content !== undefined) return content;
  throw refusalError('not_found', message('plans.fileMissing', { path }), {
    hint: 'plans.fileMissingHint',
    details: { path },
  });
}
