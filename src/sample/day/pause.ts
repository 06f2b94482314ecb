export class Pause {
  private ended = Promise.resolve();
  private release: (() => void) | undefined;

  get isOn(): boolean {
    return this.release !== undefined;
  }

  begin(): void {
    if (this.isOn) return;
    this.ended = new Promise(resolve => {
      this.release = resolve;
    });
  }

  end(): void {
    this.release?.();
    this.release = undefined;
  }

  /** Resolves when the pause has ended; at once without one. */
  async over(): Promise<void> {
    await this.ended;
  }
}
