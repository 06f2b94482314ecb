import { globSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type * as vscode from 'vscode';
import { l10n } from '../vscodeTexts.js';
import { Dialogs } from './dialogs.js';
import { Documents, type TextDocument } from './documents.js';
import { backButton, InputBox, QuickPick } from './quickInput.js';
import { Terminals } from './terminals.js';
import { TreeView } from './treeView.js';
import {
  constants,
  Diagnostic,
  Disposable,
  EventEmitter,
  MarkdownString,
  Position,
  Range,
  RelativePattern,
  Selection,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  Uri,
} from './values.js';
import { WebviewPanel } from './webviewPanel.js';

type Command = (...args: unknown[]) => unknown;

interface CommentThread {
  readonly uri: Uri;
  range: Range | undefined;
  readonly comments: readonly unknown[];
  readonly label?: string;
  dispose(): void;
}

/**
 * An editor without a screen, for the surface that runs in it: `module` is in place of the module `vscode`, the rest is for
 * whoever plays the person. It is strict: what is not here fails where it is used.
 */
export class FakeEditor {
  /** The folder that is open. */
  folder = '';
  /** Settings that differ from their defaults, by their whole names. */
  readonly settings = new Map<string, unknown>();
  readonly keys = new Map<string, unknown>();
  readonly documents = new Documents();
  readonly dialogs = new Dialogs();
  readonly terminals = new Terminals();
  readonly views = new Map<string, TreeView<unknown>>();
  /** What the editor's own commands were called with, oldest first. */
  readonly calls: [command: string, ...args: unknown[]][] = [];
  /** The box in sight. */
  box: InputBox | QuickPick | undefined;
  /** What the tab in sight is called. */
  tab: string | undefined;
  /** The output in the panel. */
  panel: string | undefined;
  clipboard = '';
  /** What the status bar said, oldest first. */
  readonly statusMessages: string[] = [];
  /** How the boxes that were shown count their questions, oldest first. */
  readonly counts: { readonly step: number | undefined; readonly totalSteps: number | undefined }[] = [];
  /** Where it was shown that something continues, oldest first. */
  readonly progress: unknown[] = [];
  /** What was said to continue, oldest first. */
  readonly progressTitles: (string | undefined)[] = [];
  /** The page that the tab in sight shows, where that is none of a text. */
  panelInSight: WebviewPanel | undefined;
  /** The comment threads in sight. */
  readonly threads = new Set<CommentThread>();
  private readonly commands = new Map<string, Command>();
  /** True while the tab in sight is a diff of several files. */
  private isOfFiles = false;
  private readonly tabsChanged = new EventEmitter<void>();

  /** Runs a command as the palette does. */
  async run(command: string, ...args: unknown[]): Promise<unknown> {
    const own = this.commands.get(command) ?? this.builtIn(command);
    if (own === undefined) throw new Error(`command '${command}' not found`);
    return own(...args);
  }

  /** Forgets what was recorded before. */
  forget(): void {
    this.tab = undefined;
    this.panel = undefined;
    this.clipboard = '';
    this.calls.length = 0;
    this.statusMessages.length = 0;
    this.progress.length = 0;
    this.progressTitles.length = 0;
    this.counts.length = 0;
  }

  /** Brings our container into sight with all of its views, or another one in its place. */
  showViews(visible: boolean): void {
    for (const view of this.views.values()) view.turn(visible);
  }

  readonly module = {
    ...constants,
    Diagnostic,
    Disposable,
    EventEmitter,
    MarkdownString,
    Position,
    Range,
    RelativePattern,
    Selection,
    ThemeColor,
    ThemeIcon,
    TreeItem,
    Uri,
    l10n,
    version: '1.100.0',
    QuickInputButtons: { Back: backButton },
    commands: strict('commands', {
      registerCommand: (name: string, run: Command) => {
        if (this.commands.has(name)) throw new Error(`command '${name}' already exists`);
        this.commands.set(name, run);
        return new Disposable(() => this.commands.delete(name));
      },
      executeCommand: (name: string, ...args: unknown[]) => this.run(name, ...args),
      getCommands: async () => [...this.commands.keys(), 'workbench.action.chat.open'],
    }),
    window: strict('window', this.window()),
    workspace: strict('workspace', this.workspace()),
    languages: strict('languages', {
      createDiagnosticCollection: () => ({ set: nothing, delete: nothing, clear: nothing, dispose: nothing }),
      registerCodeActionsProvider: ended,
      registerCodeLensProvider: ended,
      registerCompletionItemProvider: ended,
      registerDefinitionProvider: ended,
      registerDocumentLinkProvider: ended,
      registerHoverProvider: ended,
    }),
    env: strict('env', {
      openExternal: async (uri: Uri) => {
        this.calls.push(['openExternal', uri.toString()]);
        return true;
      },
      appName: 'Editor of a test',
      shell: '/bin/bash',
      remoteName: undefined,
      uiKind: constants.UIKind.Desktop,
      uriScheme: 'vscode',
      language: 'en',
      clipboard: {
        readText: async () => this.clipboard,
        writeText: async (text: string) => {
          this.clipboard = text;
        },
      },
    }),
    chat: strict('chat', { createChatParticipant: () => ({ dispose: nothing }) }),
    lm: strict('lm', { registerTool: ended, registerMcpServerDefinitionProvider: ended }),
    comments: strict('comments', {
      createCommentController: () => ({
        createCommentThread: (uri: Uri, range: Range | undefined, comments: readonly unknown[]) =>
          this.commentThread({ uri, range, comments }),
        dispose: nothing,
      }),
    }),
    extensions: strict('extensions', { getExtension: () => undefined }),
  };

  private tabGroups() {
    const editor = this;
    return {
      all: [],
      onDidChangeTabs: this.tabsChanged.event,
      /** What is known of the tab in sight is its name, unless it shows one text. */
      get activeTabGroup() {
        const input = editor.isOfFiles ? undefined : {};
        return editor.tab === undefined ? undefined : { activeTab: { label: editor.tab, input } };
      },
    };
  }

  private commentThread(shown: Omit<CommentThread, 'dispose'>): CommentThread {
    const thread = { ...shown, dispose: () => this.threads.delete(thread) };
    this.threads.add(thread);
    return thread;
  }

  private window() {
    const { documents, dialogs, terminals } = this;
    const turn = (box: unknown, isShown: boolean): void => {
      if (!isShown) {
        if (this.box === box) this.box = undefined;
        return;
      }
      // There is but one place for boxes.
      this.box?.hide();
      this.box = box as InputBox | QuickPick;
      const { step, totalSteps } = this.box;
      this.counts.push({ step, totalSteps });
    };
    return {
      state: { focused: true, active: true },
      get activeTextEditor() {
        return documents.active;
      },
      get visibleTextEditors() {
        return documents.visible;
      },
      tabGroups: this.tabGroups(),
      onDidChangeWindowState: silent,
      onDidChangeActiveTextEditor: documents.activeChanged.event,
      onDidChangeVisibleTextEditors: documents.visibleChanged.event,
      onDidCloseTerminal: terminals.closed.event,
      onDidStartTerminalShellExecution: terminals.began.event,
      onDidEndTerminalShellExecution: terminals.ended.event,
      onDidChangeTerminalShellIntegration: silent,
      createTerminal: terminals.create,
      createInputBox: () => new InputBox(turn),
      createQuickPick: () => new QuickPick(turn),
      createTreeView: (id: string, options: vscode.TreeViewOptions<unknown>) => {
        const view = new TreeView(options, () => this.showViews(true));
        this.views.set(id, view);
        return view;
      },
      createStatusBarItem: () => ({ show: nothing, hide: nothing, dispose: nothing }),
      createOutputChannel: () => ({ append: nothing, show: nothing, dispose: nothing }),
      createTextEditorDecorationType: () => ({ dispose: nothing }),
      registerFileDecorationProvider: ended,
      registerUriHandler: ended,
      registerWebviewPanelSerializer: ended,
      createWebviewPanel: (type: string, title: string) =>
        new WebviewPanel(title, shown => this.showPanel(type, shown)),
      setStatusBarMessage: (text: string) => {
        this.statusMessages.push(text);
        return new Disposable(nothing);
      },
      showInformationMessage: dialogs.showInformationMessage,
      showWarningMessage: dialogs.showWarningMessage,
      showErrorMessage: dialogs.showErrorMessage,
      showOpenDialog: dialogs.showOpenDialog,
      showSaveDialog: dialogs.showSaveDialog,
      showTextDocument: (what: Uri | TextDocument) => this.show(what),
      withProgress: async (
        { location, title }: { readonly location: unknown; readonly title?: string },
        work: (progress: unknown, token: unknown) => Promise<unknown>,
      ) => {
        this.progress.push(location);
        this.progressTitles.push(title);
        return work({ report: nothing }, { isCancellationRequested: false, onCancellationRequested: silent });
      },
    };
  }

  private workspace() {
    const { documents } = this;
    const editor = this;
    return {
      isTrusted: true,
      get workspaceFolders() {
        return [{ uri: Uri.file(editor.folder), name: 'shop', index: 0 }];
      },
      get textDocuments() {
        return documents.all;
      },
      getConfiguration: (section?: string) => ({
        get: (key: string, otherwise?: unknown) =>
          this.settings.get([section, key].filter(part => part !== undefined).join('.')) ?? otherwise,
        inspect: nothing,
      }),
      registerTextDocumentContentProvider: (scheme: string, provider: vscode.TextDocumentContentProvider) => {
        documents.provide(scheme, provider);
        return ended();
      },
      openTextDocument: (what: Uri | { language?: string; content?: string }) => documents.open(what),
      onDidCloseTextDocument: documents.closed.event,
      onDidOpenTextDocument: silent,
      onDidChangeTextDocument: silent,
      onDidSaveTextDocument: silent,
      onDidCreateFiles: silent,
      onDidDeleteFiles: silent,
      onDidRenameFiles: silent,
      onDidChangeConfiguration: silent,
      onDidChangeWorkspaceFolders: silent,
      onDidGrantWorkspaceTrust: silent,
      findFiles: async ({ base, pattern }: RelativePattern) =>
        globSync(pattern, { cwd: base.fsPath }).map(path => Uri.file(join(base.fsPath, path))),
      createFileSystemWatcher: () => ({
        onDidChange: silent,
        onDidCreate: silent,
        onDidDelete: silent,
        dispose: nothing,
      }),
      fs: strict('workspace.fs', {
        stat: ({ fsPath }: Uri) => stat(fsPath),
        readFile: ({ fsPath }: Uri) => readFile(fsPath),
        writeFile: async ({ fsPath }: Uri, content: Uint8Array) => {
          await mkdir(dirname(fsPath), { recursive: true });
          await writeFile(fsPath, content);
        },
      }),
    };
  }

  private builtIn(command: string): Command | undefined {
    const { documents } = this;
    const view = this.views.get(/^(.+)\.focus$/.exec(command)?.[1] ?? '');
    if (view !== undefined) return () => this.showViews(true);
    const record: Command = (...args) => {
      this.calls.push([command, ...args]);
    };
    switch (command) {
      case 'setContext':
        return (key, value) => this.keys.set(String(key), value);
      case 'vscode.open':
        return uri => this.show(uri as Uri);
      case 'vscode.changes':
        return (title, files) => {
          this.calls.push([command, title, files]);
          documents.leave();
          // The editor says how many files it has.
          this.tab = `${String(title)} (1 file)`;
          this.isOfFiles = true;
          this.tabsChanged.fire();
        };
      case 'vscode.diff':
        return async (original, modified, title, options) => {
          const { selection = new Range(0, 0, 0, 0) } = options as { readonly selection?: Range };
          await documents.showDiff(original as Uri, modified as Uri, selection);
          this.tab = String(title);
          this.noteDocument();
        };
      case 'workbench.action.compareEditor.focusSecondarySide':
        return () => documents.focusOriginal();
      case 'workbench.action.revertAndCloseActiveEditor':
        return () => {
          documentsClosed(this);
        };
      case 'vscode.openFolder':
      case 'workbench.action.focusQuickOpen':
      case 'workbench.action.chat.open':
        return record;
      default:
        return undefined;
    }
  }

  private async show(what: Uri | TextDocument): Promise<unknown> {
    const shown = await this.documents.show(what);
    this.tab = shown.document.title;
    this.noteDocument();
    return shown;
  }

  private showPanel(type: string, panel: WebviewPanel): void {
    if (this.panelInSight !== undefined) this.panelInSight.active = false;
    panel.active = true;
    this.documents.leave();
    this.isOfFiles = false;
    this.panelInSight = panel;
    this.tab = panel.title;
    this.keys.set('activeWebviewPanelId', type);
  }

  /** What conditions know of the text that is edited. */
  noteDocument(): void {
    this.isOfFiles = false;
    if (this.panelInSight !== undefined) this.panelInSight.active = false;
    this.panelInSight = undefined;
    this.keys.delete('activeWebviewPanelId');
    const document = this.documents.active?.document;
    this.keys.set('resourceScheme', document?.uri.scheme);
    this.keys.set('editorLangId', document?.languageId);
  }
}

function documentsClosed(editor: FakeEditor): void {
  editor.documents.closeActive();
  editor.tab = undefined;
  editor.noteDocument();
}

/** An event that never comes. */
const silent = new EventEmitter<never>().event;

function nothing(): undefined {
  return undefined;
}

function ended(): Disposable {
  return new Disposable(nothing);
}

/** Fails for what is not there, in place of giving undefined. */
function strict<Members extends object>(name: string, members: Members): Members {
  return new Proxy(members, {
    get(target, member) {
      if (!(member in target) && typeof member === 'string')
        throw new Error(`The editor has no ${name}.${member} here.`);
      return Reflect.get(target, member);
    },
  });
}
