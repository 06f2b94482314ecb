import { l10n } from 'vscode';

/**
 * What a view does until it has read for the first time. The editor takes a tree without rows for an empty one, and says so on
 * its welcome page, unless a message is above it: so the view says meanwhile that it reads.
 */
export class FirstReading {
  private isRequested = false;
  private isReported = false;
  private resolve: () => void = () => undefined;
  /** Resolves when the first reading has been shown. */
  readonly over = new Promise<void>(resolve => {
    this.resolve = resolve;
  });

  /** True while the editor waits for rows that no one has read yet. */
  get isAwaited(): boolean {
    return this.isRequested && !this.isReported;
  }

  /** The view's message while it is awaited; undefined before and afterwards. */
  get message(): string | undefined {
    return this.isAwaited ? l10n.t('Loading the store of this repository…') : undefined;
  }

  /** The editor asks for rows. Gives true when they are still to be read. */
  ask(): boolean {
    this.isRequested = true;
    return this.isAwaited;
  }

  /** It was read, be it that this failed. */
  tell(): void {
    this.isReported = true;
    this.resolve();
  }
}
