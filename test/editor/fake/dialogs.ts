import { Uri } from './values.js';

/** A message, or a list of files, that waits for the person. */
export interface Dialog {
  readonly asks: string;
  readonly kind: 'modal' | 'files' | 'information' | 'warning' | 'error';
  readonly buttons: readonly string[];
  answer(given: string | undefined): void;
}

interface FilesOptions {
  readonly title?: string;
}

type Message = (text: string, ...more: unknown[]) => Promise<string | undefined>;

/** The messages and lists of files of the window, until they are answered. */
export class Dialogs {
  readonly open: Dialog[] = [];

  readonly showInformationMessage: Message = (...said) => this.message('information', ...said);
  readonly showWarningMessage: Message = (...said) => this.message('warning', ...said);
  readonly showErrorMessage: Message = (...said) => this.message('error', ...said);

  readonly showOpenDialog = async (options: FilesOptions): Promise<Uri[] | undefined> => {
    const path = await this.wait('files', options.title ?? '', []);
    return path === undefined ? undefined : [Uri.file(path)];
  };

  readonly showSaveDialog = async (options: FilesOptions): Promise<Uri | undefined> =>
    (await this.showOpenDialog(options))?.[0];

  private message(kind: Dialog['kind'], text: string, ...more: unknown[]): Promise<string | undefined> {
    const options = more.find(each => typeof each === 'object') as { modal?: boolean; detail?: string } | undefined;
    const buttons = more.filter(each => typeof each === 'string');
    const asks = [text, options?.detail].filter(each => each !== undefined).join('\n');
    return this.wait(options?.modal ? 'modal' : kind, asks, buttons);
  }

  private wait(kind: Dialog['kind'], asks: string, buttons: readonly string[]): Promise<string | undefined> {
    return new Promise(resolve => {
      const dialog: Dialog = {
        asks,
        kind,
        buttons,
        answer: given => {
          this.open.splice(this.open.indexOf(dialog), 1);
          resolve(given);
        },
      };
      this.open.push(dialog);
    });
  }
}
