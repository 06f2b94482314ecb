import type { PlanResolution } from '../../domain/plan/plan.js';
import { isMarkdownPath, type PlanName, readPlanName } from '../../domain/plan/planPath.js';
import { planLimits } from '../../domain/plan/planRow.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import { type Message, message } from '../../messages/message.js';
import { sha256 } from '../../platform/sha256.js';
import type { Context } from '../context.js';
import { type PlanDocument, readPlan, textWithoutMarks } from './readPlan.js';

/** A plan's text and what it says. */
export interface PlanContent {
  readonly text: string;
  readonly document: PlanDocument;
  /** SHA-256 of the text without its checkbox marks. */
  readonly contentHash: string;
}

/** A plan's file, as far as there is one. */
export interface PlanFile {
  /** Relative to the worktree root. */
  readonly path: string;
  readonly resolution: PlanResolution;
  /** Undefined when the file is nowhere. */
  readonly content: PlanContent | undefined;
}

/** Plans by text: views and gates read the same few again and again. */
const contents = new Map<string, PlanContent>();
const keptContents = 16;

/** The worktree that plans are files of; refuses where there is none. */
export function workTreeOf({ workTree }: Context): WorkTree {
  if (workTree !== undefined) return workTree;
  throw refusalError('no_repository', 'plans.noWorkTree', { hint: 'plans.noWorkTreeHint' });
}

/** Reads what a caller named a plan by; refuses what leads outside of the worktree. */
export function planNameOf(workTree: WorkTree, text: string): PlanName {
  const name = readPlanName(text, workTree.root);
  if (name !== undefined) return name;
  throw refusalError('invalid_input', message('plans.outside', { path: text.slice(0, 200) }), {
    hint: 'plans.outsideHint',
    details: { plan: text },
  });
}

/**
 * Finds a plan's file: the first of the candidates that is in the worktree, else the first that is on the branch that work
 * goes into. Refuses what is no Markdown text or too large.
 */
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

/** The plan in the worktree; undefined when there is no such file. Refuses links, what is not a text, and what is too large. */
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

/** What a plan’s text says; refuses what is no Markdown text or too large. */
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
  // What is no UTF-8 was read with replacement characters, and could not be written back as it was.
  if (text.includes('\0') || text.includes('\uFFFD')) throw unusable(path, message('plans.notText'));
  if (text.trim() === '' || text.trim() === '\uFEFF') throw unusable(path, message('edits.pathEmpty'));
}

function unusable(path: string, why: string | Message): RefusalError {
  return refusalError('invalid_input', message('plans.unusable', { path, problem: why }), {
    hint: 'plans.unusableHint',
    details: { path },
  });
}

/** The content of a plan's file; refuses when there is none. */
export function presentContent({ path, content }: PlanFile): PlanContent {
  if (content !== undefined) return content;
  throw refusalError('not_found', message('plans.fileMissing', { path }), {
    hint: 'plans.fileMissingHint',
    details: { path },
  });
}
