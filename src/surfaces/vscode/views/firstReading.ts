import { l10n } from 'vscode';

/** State of a view until its first read. A tree without rows shows the welcome page, unless the view has a message. */
export class FirstReading {
  private isRequested = false;
  private isReported = false;
  private resolve: () => void = () => undefined;
  /** Resolves when the first reading has been shown. */
  readonly over = new Promise<void>(resolve => {
    this.resolve = resolve;
  });

  /** True while the editor waits for the first rows. */
  get isAwaited(): boolean {
    return this.isRequested && !this.isReported;
  }

  get message(): string | undefined {
    return this.isAwaited ? l10n.t('Loading the store of this repository…') : undefined;
  }

  /** Records that the editor asks for rows; returns true if they are still to be read. */
  ask(): boolean {
    this.isRequested = true;
    return this.isAwaited;
  }

  /** Ends the wait after the first read, also if that failed. */
  tell(): void {
    this.isReported = true;
    this.resolve();
  }
}
