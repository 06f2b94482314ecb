import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installExtension, startEditorServer, writeEditorSettings } from '../../build/editor.mjs';
import { place } from '../../build/place.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';

export type EditorOptions = {
  /** The folder or the .code-workspace file to open, absolute. */
  repo: string;
  /**
   * What the editor runs: the packaged extension as a user installs it (default), a folder with a package.json and its
   * dist, or nothing. From a folder the editor runs in its automation mode, which shows no notifications or dialogs.
   */
  extension?: { vsix: string } | { source: string } | 'packaged' | 'none';
  /** False leaves the folder untrusted, so that Restricted Mode applies. Default true. */
  trust?: boolean;
  /** User settings on top of the quiet defaults. */
  settings?: Record<string, unknown>;
  /** The display language of extensions, for example `de`. Default English. */
  locale?: string;
  env?: NodeJS.ProcessEnv;
  /** Lets `urlOf` take a payload also when the extension is packaged. Default false. */
  testDriver?: boolean;
};

export type Editor = {
  /** Opens `repo` in the workbench. */
  url: string;
  origin: string;
  serverPid: number;
  repo: string;
  /** The server's own log, line by line; extension host exits are reported here. */
  log: string[];
  waitForLog(pattern: RegExp, timeout?: number): Promise<RegExpExecArray>;
  /** The address that opens another folder, or the same one in a further window. */
  urlOf(folder: string, payload?: [string, string][]): string;
  /** Replaces user settings; the quiet defaults stay below them. They count from the next load of a window. */
  writeSettings(settings: Record<string, unknown>): Promise<void>;
  /** Ends the server, its extension hosts and terminals, and removes its data. */
  stop(): Promise<void>;
};

/**
 * Starts a real VS Code server with data and extension folders of its own and our extension in it.
 *
 * @throws when the packaged extension is not there; the message names the command that makes it
 */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const home = await temporaryFolder('sr-ed-');
  const folders = { dataFolder: join(home.path, 'data'), extensionsFolder: join(home.path, 'extensions') };
  const writeSettings = (settings: Record<string, unknown>): Promise<void> =>
    writeEditorSettings(folders.dataFolder, { ...options.settings, ...settings });

  try {
    await writeSettings({});
    const { extension = 'packaged' } = options;
    const source = typeof extension === 'object' && 'source' in extension ? extension.source : undefined;
    const vsix =
      extension === 'packaged'
        ? packagedExtension()
        : typeof extension === 'object' && 'vsix' in extension
          ? extension.vsix
          : undefined;
    if (vsix !== undefined) await installExtension(vsix, folders);
    const server = await startEditorServer({
      ...folders,
      trust: options.trust ?? true,
      testDriver: source !== undefined || options.testDriver === true,
      ...(options.locale === undefined ? {} : { locale: options.locale }),
      ...(options.env ? { env: options.env } : {}),
    });
    const development: [string, string][] = source
      ? [['extensionDevelopmentPath', `vscode-remote://127.0.0.1:${server.port}${source}`]]
      : [];
    const urlOf = (folder: string, payload: [string, string][] = []): string => {
      const address = new URL(server.origin);
      address.searchParams.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', folder);
      const pairs = [...development, ...payload];
      if (pairs.length > 0) address.searchParams.set('payload', JSON.stringify(pairs));
      return address.href;
    };
    return {
      url: urlOf(options.repo),
      origin: server.origin,
      serverPid: server.pid,
      repo: options.repo,
      log: server.log,
      waitForLog: server.waitForLog,
      urlOf,
      writeSettings,
      stop: async () => {
        await server.stop();
        await home.remove();
      },
    };
  } catch (error) {
    await home.remove();
    throw error;
  }
}

/** The VSIX that `npm run package` left in dist. */
export function packagedExtension(): string {
  const name = existsSync(place.dist) ? readdirSync(place.dist).find(file => file.endsWith('.vsix')) : undefined;
  if (!name) throw new Error('packaged extension in dist: run "node build/run.mjs package" first.');
  return join(place.dist, name);
}
