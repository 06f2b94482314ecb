import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceFiles } from './replaceFiles.js';

interface Fake {
  text: string;
  /** As the editor reads it from the disk. */
  saved: string;
  isDirty: boolean;
  readonly encoding: string;
  /** It can be changed in the editor, and is never dirty. */
  readonly isReadOnly?: boolean;
  /** What happens to it when it is saved; false where it cannot be. */
  readonly save: (text: string) => string | false;
}

/** Settings of the editor for new files. */
const settings = vi.hoisted(() => ({ encoding: 'utf8', eol: 'auto' }));

/** The documents of the editor, by their paths. */
const documents = vi.hoisted(() => new Map<string, Fake>());

vi.mock('vscode', () => {
  const open = (path: string) => {
    const fake = documents.get(path);
    if (fake === undefined) throw new Error(`There is no ${path}.`);
    return {
      path,
      encoding: fake.encoding,
      get isDirty() {
        return fake.isDirty;
      },
      getText: () => fake.text,
      positionAt: (offset: number) => offset,
      save: async () => {
        const saved = fake.save(fake.text);
        if (saved === false) return false;
        // What the encoding lacks is lost on disk alone.
        fake.saved = fake.encoding === 'utf8' ? saved : saved.replaceAll('“', '?');
        fake.text = saved;
        fake.isDirty = false;
        return true;
      },
    };
  };
  let shown = '';
  return {
    l10n: {
      t: (message: string, ...values: (string | number)[]) =>
        message.replace(/\{(\d)\}/g, (_place, index: string) => String(values[Number(index)])),
    },
    Uri: { file: (path: string) => path, joinPath: (base: string, path: string) => `${base}/${path}` },
    Range: class {
      readonly start: number;
      readonly end: number;
      constructor(start: number, end: number) {
        this.start = start;
        this.end = end;
      }
    },
    WorkspaceEdit: class {
      readonly acts: (() => void)[] = [];
      createFile(path: string, { contents }: { contents: string }): void {
        const text = contents.slice(contents.indexOf(': ') + 2);
        this.acts.push(() =>
          documents.set(path, { text, saved: contents, isDirty: false, encoding: 'utf8', save: saved => saved }),
        );
      }
      replace(path: string, { start, end }: { start: number; end: number }, text: string): void {
        this.acts.push(() => {
          const fake = documents.get(path);
          if (fake === undefined) return;
          fake.text = `${fake.text.slice(0, start)}${text}${fake.text.slice(end)}`;
          fake.isDirty = fake.isReadOnly !== true;
        });
      }
    },
    workspace: {
      openTextDocument: async (path: string) => open(path),
      applyEdit: async ({ acts }: { acts: (() => void)[] }) => {
        for (const act of acts) act();
        return true;
      },
      // What is made in place of bytes says how it was made.
      encode: async (text: string, { uri }: { uri: string }) =>
        `${settings.encoding} of ${uri}: ${settings.encoding === 'utf8' ? text : text.replaceAll('“', '?')}`,
      getConfiguration: (section: string) => ({
        get: (name: 'encoding' | 'eol') => (section === 'files' ? settings[name] : undefined),
      }),
      decode: async (bytes: Uint8Array | string) =>
        typeof bytes === 'string' ? bytes.slice(bytes.indexOf(': ') + 2) : new TextDecoder().decode(bytes),
      fs: { readFile: async (path: string) => new TextEncoder().encode(documents.get(path)?.saved) },
    },
    window: {
      showTextDocument: async ({ path }: { path: string }) => {
        shown = path;
      },
    },
    commands: {
      executeCommand: async (command: string) => {
        const fake = documents.get(shown);
        if (command !== 'workbench.action.files.revert' || fake === undefined) return;
        fake.text = fake.saved;
        fake.isDirty = false;
      },
    },
  };
});

const tree = { root: '/top', kindOf: async () => 'file' as const };
const nowhere = { root: '/top', kindOf: async () => undefined };

/** A space behind each comma, as a formatter would have it. */
const formatted = (text: string) => text.replace(/,(?! )/g, ', ');

function put(path: string, text: string, other: Partial<Fake> = {}): void {
  documents.set(`/top/${path}`, { text, saved: text, isDirty: false, encoding: 'utf8', save: formatted, ...other });
}

const textOf = (path: string) => documents.get(`/top/${path}`);

beforeEach(() => {
  documents.clear();
  put('a.ts', 'f(1);\n');
  put('b.ts', 'g();\n');
});

const changes = [
  { path: 'a.ts', from: 'f(1);\n', to: 'f(1,2);\n' },
  { path: 'b.ts', from: 'g();\n', to: 'g(1);\n' },
];

describe('changes of files', () => {
  it('answer what the files hold once a formatter had its say', async () => {
    expect(await replaceFiles(tree, changes, 'apply')).toEqual({
      written: [
        { path: 'a.ts', from: 'f(1);\n', to: 'f(1, 2);\n' },
        { path: 'b.ts', from: 'g();\n', to: 'g(1);\n' },
      ],
    });
  });

  it('of which one cannot be saved leave the others as they were, formatter or not', async () => {
    put('b.ts', 'g();\n', { save: () => false });
    expect(await replaceFiles(tree, changes, 'apply')).toEqual({
      problem: 'Could not save b.ts, so nothing was changed.',
    });
    expect(textOf('a.ts')?.saved).toBe('f(1);\n');
  });

  it('of which one is read-only leave all as they were, in the editor and on disk', async () => {
    put('b.ts', 'g();\n', { isReadOnly: true, save: () => false });
    expect(await replaceFiles(tree, changes, 'takeBack')).toEqual({
      problem: 'Could not save b.ts, so nothing was changed.',
    });
    expect(textOf('a.ts')).toMatchObject({ text: 'f(1);\n', saved: 'f(1);\n' });
    expect(textOf('b.ts')).toMatchObject({ text: 'g();\n', saved: 'g();\n' });
  });

  it('leave nothing of theirs in the editor over what somebody else wrote while they were saved', async () => {
    put('b.ts', 'g();\n', {
      save: () => {
        const fake = textOf('b.ts');
        if (fake !== undefined) fake.saved = 'theirs();\n';
        return false;
      },
    });
    expect(await replaceFiles(tree, changes, 'apply')).toEqual({
      problem: 'Could not save b.ts, so nothing was changed.',
    });
    expect(textOf('a.ts')?.saved).toBe('f(1);\n');
    expect(textOf('b.ts')).toMatchObject({ text: 'theirs();\n', saved: 'theirs();\n' });
  });

  it.each([
    ['auto', 'f();\r\ng();\n'],
    ['\n', 'f();\ng();\n'],
    ['\r\n', 'f();\r\ng();\r\n'],
  ])(
    'make a new file in the encoding, and with the line ends (%j), that the settings name for it',
    async (eol, text) => {
      Object.assign(settings, { encoding: 'iso88591', eol });
      const made = [{ path: 'new.ts', from: null, to: 'f();\r\ng();\n' }];
      expect(await replaceFiles(nowhere, made, 'apply')).toEqual({
        written: [{ path: 'new.ts', from: null, to: text }],
      });
      expect(textOf('new.ts')?.saved).toBe(`iso88591 of /top/new.ts: ${text}`);
    },
  );

  it('make no new file in an encoding that lacks one of its characters', async () => {
    Object.assign(settings, { encoding: 'iso88591', eol: 'auto' });
    const made = [...changes, { path: 'new.ts', from: null, to: 'say(“hello”);\n' }];
    const there = { ...tree, kindOf: async (path: string) => (path === 'new.ts' ? undefined : ('file' as const)) };
    expect(await replaceFiles(there, made, 'apply')).toEqual({
      problem: 'The encoding of new.ts (iso88591) cannot represent a character of the change, so nothing was changed.',
    });
    expect(textOf('new.ts')).toBeUndefined();
    expect(textOf('a.ts')?.saved).toBe('f(1);\n');
  });

  it('are put back where the encoding of a file lacks one of their characters', async () => {
    put('b.ts', 'g();\n', { encoding: 'iso88591' });
    const quoted = changes.map(each => ({ ...each, to: each.to.replace('1', '“1”') }));
    expect(await replaceFiles(tree, quoted, 'apply')).toEqual({
      problem: 'The encoding of b.ts (iso88591) cannot represent a character of the change, so nothing was changed.',
    });
    expect([textOf('a.ts')?.saved, textOf('b.ts')?.saved]).toEqual(['f(1);\n', 'g();\n']);
  });

  it('say what helps: to ask again, or, where they are to be taken back, to undo by hand', async () => {
    put('b.ts', 'mine();\n');
    expect(await replaceFiles(tree, changes, 'apply')).toEqual({
      problem: 'b.ts has changed in the meantime. Nothing was changed. Try again.',
    });
    expect(await replaceFiles(tree, changes, 'takeBack')).toEqual({
      problem: 'b.ts has changed in the meantime. Nothing was undone. Undo unwanted changes in the file.',
    });
    put('b.ts', 'g();\n', { isDirty: true });
    expect(await replaceFiles(tree, changes, 'apply')).toEqual({
      problem: 'b.ts has unsaved changes. Nothing was changed. Save the file first.',
    });
    expect(textOf('a.ts')?.saved).toBe('f(1);\n');
  });
});
