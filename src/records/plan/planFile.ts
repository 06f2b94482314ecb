import { type PlanResolution, planLimits } from '../../domain/plan/plan.js';
import { isMarkdownPath, type PlanName, readPlanName } from '../../domain/plan/planPath.js';
import { RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
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
  /** Relative to the top of the work tree. */
  readonly path: string;
  readonly resolution: PlanResolution;
  /** Undefined when the file is nowhere. */
  readonly content: PlanContent | undefined;
}

/** Plans by text: views and gates read the same few again and again. */
const contents = new Map<string, PlanContent>();
const keptContents = 16;

/** The work tree that plans are files of; refuses where there is none. */
export function workTreeOf({ workTree }: Context): WorkTree {
  if (workTree !== undefined) return workTree;
  throw new RefusalError(
    refuse('no_repository', 'Plans are files of a work tree, and there is none here.', {
      hint: 'Call from inside of the repository.',
    }),
  );
}

/** Reads what a caller named a plan by; refuses what leads outside of the work tree. */
export function planNameOf(workTree: WorkTree, text: string): PlanName {
  const name = readPlanName(text, workTree.root);
  if (name !== undefined) return name;
  throw new RefusalError(
    refuse('invalid_input', `The plan ${text.slice(0, 200)} is outside of this repository.`, {
      hint: 'Give a path from the top of the work tree, as .stateroom/plans/rate-limit.md.',
      details: { plan: text },
    }),
  );
}

/**
 * Finds a plan's file: the first of the candidates that is in the work tree, else the first that is on the branch that work
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

/** The plan in the work tree; undefined when there is no such file. Refuses links, what is no text, and what is too large. */
export async function readPlanFile(workTree: WorkTree, path: string): Promise<PlanContent | undefined> {
  const kind = await workTree.kindOf(path);
  if (kind === 'link') {
    throw new RefusalError(
      refuse('invalid_input', `${path} is a link or lies behind one; a plan is a file of its own.`, {
        hint: 'Name the file that it leads to, if that is in this repository.',
        details: { path },
      }),
    );
  }
  if (kind !== 'file') return undefined;
  const text = await workTree.readText(path);
  return text === undefined ? undefined : readContent(path, text);
}

/** What a plan’s text says; refuses what is no Markdown text or too large. */
export async function readContent(path: string, text: string): Promise<PlanContent> {
  if (!isMarkdownPath(path)) throw unusable(path, 'is no Markdown file: its name does not end in .md or .markdown');
  const known = contents.get(text);
  if (known !== undefined) return known;
  checkText(path, text);
  const document = await readPlan(text);
  if (document.items.length > planLimits.items) {
    throw unusable(path, `has ${document.items.length} checkboxes; a plan has at most ${planLimits.items}`);
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
    throw unusable(path, `has ${size}; a plan has at most ${planLimits.bytes / 1024} kB`);
  }
  // What is no UTF-8 was read with replacement characters, and could not be written back as it was.
  if (text.includes('\0') || text.includes('\uFFFD')) throw unusable(path, 'is no text in UTF-8');
  if (text.trim() === '' || text.trim() === '\uFEFF') throw unusable(path, 'is empty');
}

function unusable(path: string, why: string): RefusalError {
  return new RefusalError(
    refuse('invalid_input', `${path} ${why}.`, {
      hint: 'A plan is a Markdown file with an objective and checkboxes.',
      details: { path },
    }),
  );
}

/** The content of a plan's file; refuses when there is none. */
export function presentContent({ path, content }: PlanFile): PlanContent {
  if (content !== undefined) return content;
  throw new RefusalError(
    refuse('not_found', `The plan ${path} is not in this work tree.`, {
      hint: 'Switch to the branch that holds it, or write it again.',
      details: { path },
    }),
  );
}
