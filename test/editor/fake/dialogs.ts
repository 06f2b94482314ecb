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

/** A button, by its title or with what else the editor knows of it. */
type Button = string | { readonly title: string };

interface MessageOptions {
  readonly modal?: boolean;
  readonly detail?: string;
}

type Message = (text: string, ...more: unknown[]) => Promise<Button | undefined>;

function isItem(value: unknown): value is { readonly title: string } {
  return typeof value === 'object' && value !== null && 'title' in value;
}

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

  private async message(kind: Dialog['kind'], text: string, ...more: unknown[]): Promise<Button | undefined> {
    const items = more.filter(each => typeof each === 'string' || isItem(each));
    const options = more.find(each => typeof each === 'object' && !isItem(each)) as MessageOptions | undefined;
    const buttons = items.map(item => (isItem(item) ? item.title : item));
    const asks = [text, options?.detail].filter(each => each !== undefined).join('\n');
    const answer = await this.wait(options?.modal ? 'modal' : kind, asks, buttons);
    return answer === undefined ? undefined : items[buttons.indexOf(answer)];
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
