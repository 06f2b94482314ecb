import { type Message, message } from '../../../messages/message.js';
import { withoutTrailing } from '../../text/withoutTrailing.js';
import { normaliseFindingPath } from '../findingPath.js';
import { findingLimits } from '../findingRow.js';
import type { ForeignFinding } from '../foreignFinding.js';

export interface ReportPlace {
  /** Absolute path of the worktree; undefined if there is none. */
  readonly root: string | undefined;
  /** The report's folder that corresponds to the worktree root, if the tool ran on another machine. */
  readonly base: string | undefined;
}

/**
 * Path relative to the worktree root, or the reason for none. Accepts `file:` URIs, percent escapes, the report's own base, and
 * plain paths of any system.
 */
export function placeOfUri(
  { uri, base }: Pick<ForeignFinding, 'uri' | 'base'>,
  place: ReportPlace,
): { readonly path: string } | { readonly problem: Message } {
  const shown = uri.slice(0, 200);
  if (isOtherScheme(uri)) return { problem: message('findings.placeNotFile', { place: shown }) };
  const own = toPath(uri);
  if (own.includes('\0')) return { problem: message('findings.placeHasNul', { place: shown }) };
  const candidates = isAbsolute(own) || base === null || isOtherScheme(base) ? [own] : [join(toPath(base), own), own];
  for (const candidate of candidates) {
    const path = inside(candidate, place);
    if (path !== undefined && path.length > findingLimits.path)
      return { problem: message('findings.placeTooLong', { place: path.slice(0, 100) }) };
    if (path !== undefined) return { path };
  }
  return { problem: message('findings.placeOutside', { place: shown }) };
}

function inside(path: string, { root, base }: ReportPlace): string | undefined {
  if (base !== undefined && isAbsolute(path)) {
    const top = withoutTrailing(toPath(base), '/');
    if (path.startsWith(`${top}/`)) return normaliseFindingPath(path.slice(top.length + 1), root);
  }
  return normaliseFindingPath(path, root);
}

function join(base: string, path: string): string {
  return `${withoutTrailing(base, '/')}/${path}`;
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

/** Excludes drive letters such as `C:`. */
function isOtherScheme(uri: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]+:/.test(uri) && !/^file:/i.test(uri);
}

function toPath(uri: string): string {
  const bare = uri.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, '');
  return decode(bare)
    .replaceAll('\\', '/')
    .replace(/^\/(?=[A-Za-z]:\/)/, '');
}

/** Keeps invalid escapes: tools that write plain paths may write `100%.js`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
