import { oneLine } from '../domain/text/oneLine.js';
import { shortened } from '../domain/text/shortened.js';
import { visibleText } from '../domain/text/visibleText.js';
import type { Translate } from '../reports/translate.js';

/** An update of a transcript; texts are an agent's. */
export interface TranscriptEntry {
  readonly at?: string | undefined;
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface TranscriptRow {
  /** Codicon. */
  readonly icon: string;
  readonly tone: 'none' | 'good' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** More of what was said. */
  readonly detail: string | null;
  /** Output of a tool, or the new text of a file. */
  readonly code: string | null;
  /** Number of a kept step, to which its files can be restored. */
  readonly step?: number;
}

const limits = { text: 300, detail: 4000, code: 4000 } as const;

const toolIcons: Readonly<Record<string, string>> = {
  ...{ read: 'eye', edit: 'edit', delete: 'trash', move: 'arrow-swap', search: 'search' },
  ...{ execute: 'terminal', think: 'lightbulb', fetch: 'globe' },
};

const stateLooks: Readonly<Record<string, Pick<TranscriptRow, 'tone'> & { readonly icon?: string }>> = {
  completed: { tone: 'good' },
  failed: { tone: 'error', icon: 'error' },
};

/** Rows of a transcript, oldest first: all updates of one tool call are one row, where the call began. */
export function transcriptRows(entries: readonly TranscriptEntry[], t: Translate): TranscriptRow[] {
  const rows: (TranscriptRow | string)[] = [];
  const calls = new Map<string, TranscriptEntry>();
  for (const entry of entries) {
    if (entry.kind !== 'tool') {
      rows.push(...rowOf(entry, t));
      continue;
    }
    const id = textOf(entry, 'id');
    if (!calls.has(id)) rows.push(id);
    calls.set(id, { ...calls.get(id), ...entry });
  }
  return rows.flatMap(row => {
    if (typeof row !== 'string') return [row];
    const call = calls.get(row);
    return call === undefined ? [] : [toolRow(call)];
  });
}

function rowOf(entry: TranscriptEntry, t: Translate): TranscriptRow[] {
  const text = textOf(entry, 'text');
  switch (entry.kind) {
    case 'message':
      return [spoken('robot', text)];
    case 'thought':
      return [spoken('lightbulb', text)];
    case 'prompt':
      return [spoken('person', text)];
    case 'error-output':
      return [{ ...spoken('warning', text), tone: 'warning' }];
    case 'state':
      return [spoken('info', text)];
    case 'plan': {
      const steps = (Array.isArray(entry.entries) ? entry.entries : []).map(
        (step: { readonly text?: unknown; readonly state?: unknown }) =>
          `${step.state === 'completed' ? '✓' : '·'} ${oneLine(String(step.text))}`,
      );
      return steps.length === 0 ? [] : [{ ...spoken('checklist', t('Plan')), detail: steps.join('\n') }];
    }
    case 'permission': {
      const [title, answer, why] = [textOf(entry, 'title'), textOf(entry, 'answer'), textOf(entry, 'why')];
      const isRefused = answer === 'refused' || answer === 'expired';
      return [
        {
          ...spoken(
            isRefused ? 'circle-slash' : 'pass',
            isRefused ? t('Refused: {0}', title) : t('Allowed: {0}', title),
          ),
          detail: why === '' ? null : visibleText(why),
        },
      ];
    }
    case 'step': {
      const [step, files] = [Number(entry.number), Number(entry.files)];
      const paths = Array.isArray(entry.paths) ? entry.paths.map(String) : [];
      if (!Number.isSafeInteger(step)) return [];
      const text = files > 0 ? t('Step {0}: {1} changed files', step, files) : t('Step {0}: the files before', step);
      return [{ ...spoken('history', text), detail: paths.length === 0 ? null : visibleText(paths.join('\n')), step }];
    }
    case 'shortened':
      return [spoken('info', t('The beginning of the transcript was removed.'))];
    default:
      return [];
  }
}

/** The first line, with the whole below it if there is more. */
function spoken(icon: string, text: string): TranscriptRow {
  const whole = text.trim();
  const first = shortened(oneLine(whole.split('\n')[0] ?? ''), limits.text);
  const hasMore = whole.length > first.length;
  const shown = { icon, tone: 'none' as const, code: null };
  return { ...shown, text: first, detail: hasMore ? visibleText(cutAt(whole, limits.detail)) : null };
}

function toolRow(call: TranscriptEntry): TranscriptRow {
  const [title, command, tool, state] = ['title', 'command', 'tool', 'state'].map(field => textOf(call, field));
  const paths = Array.isArray(call.paths) ? call.paths.map(String) : [];
  const diffs = Array.isArray(call.diffs)
    ? (call.diffs as { readonly path?: unknown; readonly after?: unknown }[])
    : [];
  const output = textOf(call, 'output');
  const code = [
    ...diffs.map(({ path, after }) => `${String(path)}\n${String(after)}`),
    ...(output === '' ? [] : [output]),
  ];
  const look = stateLooks[state ?? ''];
  const named = title || command || paths.join(', ') || tool || textOf(call, 'id');
  return {
    icon: look?.icon ?? toolIcons[tool ?? ''] ?? 'tools',
    tone: look?.tone ?? 'info',
    text: shortened(oneLine(named), limits.text),
    detail: command !== '' && command !== title ? visibleText(cutAt(command ?? '', limits.detail)) : null,
    code: code.length === 0 ? null : visibleText(cutAt(code.join('\n\n'), limits.code)),
  };
}

/** Keeps the lines, unlike `shortened`. */
function cutAt(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

function textOf(entry: TranscriptEntry, field: string): string {
  const value = entry[field];
  return typeof value === 'string' ? value : '';
}
