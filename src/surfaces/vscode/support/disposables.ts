import type * as vscode from 'vscode';

/** Disposes its members together, last in, first out. Members added afterwards are disposed at once. */
export class Disposables implements vscode.Disposable {
  private readonly owned: vscode.Disposable[] = [];
  private ended = false;

  add<T extends vscode.Disposable>(disposable: T): T {
    if (this.ended) disposable.dispose();
    else this.owned.push(disposable);
    return disposable;
  }

  dispose(): void {
    this.ended = true;
    for (const disposable of this.owned.splice(0).reverse()) disposable.dispose();
  }
}
