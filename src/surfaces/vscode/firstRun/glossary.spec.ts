import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExtensionContext, TextDocumentContentProvider, Uri } from 'vscode';
import { place } from '../../../../build/place.mjs';
import { registerGlossary } from './glossary.js';

const { editor } = vi.hoisted(() => ({
  editor: {
    language: 'en',
    provider: undefined as TextDocumentContentProvider | undefined,
    show: undefined as (() => Promise<void>) | undefined,
    unknown: [] as string[],
    opened: [] as string[],
  },
}));

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  env: {
    get language() {
      return editor.language;
    },
  },
  Uri: { from: ({ scheme, path }: { scheme: string; path: string }) => `${scheme}:${path}` },
  Disposable: { from: () => ({ dispose: () => undefined }) },
  workspace: {
    registerTextDocumentContentProvider: (_scheme: string, provider: TextDocumentContentProvider) => {
      editor.provider = provider;
    },
  },
  commands: {
    registerCommand: (_name: string, run: () => Promise<void>) => {
      editor.show = run;
    },
    executeCommand: async (name: string, uri: Uri) => {
      if (editor.unknown.includes(name)) throw new Error(`command '${name}' not found`);
      editor.opened.push(`${name} ${uri}`);
    },
  },
}));

describe('the glossary in the editor', () => {
  beforeEach(() => Object.assign(editor, { language: 'en', unknown: [], opened: [] }));

  /** What is shown after the command. */
  async function shown(): Promise<string> {
    registerGlossary({ asAbsolutePath: (path: string) => join(place.root, path) } as ExtensionContext);
    await editor.show?.();
    const text = await editor.provider?.provideTextDocumentContent('' as unknown as Uri, {} as never);
    return String(text);
  }
  const headings = (text: string): string[] => [...text.matchAll(/^#+ /gm)].map(([level]) => level);

  it('is the document of the docs, without links to documents that are not installed', async () => {
    const text = await shown();
    expect(editor.opened).toEqual(['markdown.showPreview stateroom-glossary:/Glossary.md']);
    expect(text).toMatch(/^# Glossary\n\nHow [^\n]+\n\n<svg [^\n]+>\n/);
    expect(text).toContain('</svg>\n\n\n1. A **work item**');
    expect(text).toContain('one another. A lane usually belongs to a work item.\n\n### Worker');
    expect(text).not.toContain('](');
  });

  it('is a text where the editor’s Markdown support is turned off', async () => {
    editor.unknown = ['markdown.showPreview'];
    await shown();
    expect(editor.opened).toEqual(['vscode.open stateroom-glossary:/Glossary.md']);
  });

  it('is in German in a German editor, with an entry for each English one', async () => {
    editor.language = 'de';
    const text = await shown();
    expect(text).toMatch(/^# Glossar\n/);
    expect(text).toContain('>Arbeitspaket</text>');
    expect(headings(text)).toEqual(headings(await readFile(join(place.root, 'docs/glossary.md'), 'utf8')));
  });
});
