export interface PatchedFile {
  readonly path: string;
  readonly kind: 'add' | 'edit' | 'delete';
  /** Git's full blob id after the change; undefined for a deleted file. */
  readonly blob: string | undefined;
  readonly lines: readonly PatchedLine[];
}

export interface PatchedLine {
  /** Line number after the change; for a removed line, its former place. */
  readonly line: number;
  readonly added: boolean;
  readonly text: string;
}

const max = { characters: 2_000_000, lines: 5000 };

/** Parses output of `git diff --unified=0 --full-index`, with full paths and no colors. */
export function readPatch(patch: string): PatchedFile[] {
  return `\n${patch.slice(0, max.characters)}`.split('\ndiff --git ').slice(1).flatMap(readFile);
}

function readFile(text: string): PatchedFile[] {
  const [first = '', ...rest] = text.split('\n');
  const start = rest.findIndex(line => line.startsWith('@@ '));
  const head = start < 0 ? rest : rest.slice(0, start);
  const after = head
    .find(line => line.startsWith('+++ b/'))
    ?.slice(6)
    .replace(/\t$/, '');
  const renamed = head.find(line => line.startsWith('rename to '))?.slice(10);
  const path = after ?? renamed ?? /^a\/(.+) b\/\1$/.exec(first)?.[1];
  if (path === undefined) return [];
  const isDeleted = head.some(line => line.startsWith('deleted file mode '));
  const isNew = head.some(line => line.startsWith('new file mode '));
  const blob = head.map(line => /^index [0-9a-f]+\.\.([0-9a-f]+)/.exec(line)?.[1]).find(id => id !== undefined);
  return [
    {
      path,
      kind: isDeleted ? 'delete' : isNew ? 'add' : 'edit',
      blob: isDeleted ? undefined : blob,
      lines: start < 0 ? [] : readLines(rest.slice(start)),
    },
  ];
}

function readLines(text: readonly string[]): PatchedLine[] {
  const lines: PatchedLine[] = [];
  let at = 0;
  for (const line of text.slice(0, max.lines)) {
    const start = /^@@ -\S+ \+(\d+)/.exec(line)?.[1];
    if (start !== undefined) at = Number(start);
    else if (line.startsWith('+')) lines.push({ line: at++, added: true, text: line.slice(1) });
    else if (line.startsWith('-')) lines.push({ line: Math.max(at, 1), added: false, text: line.slice(1) });
  }
  return lines;
}
