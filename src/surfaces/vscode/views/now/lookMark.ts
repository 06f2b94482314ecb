import type * as vscode from 'vscode';

/** Time in view after which a list counts as seen, in ms. */
const dwell = 3000;

/** Last event that the person has seen, per repository in this workspace. The list stays while they look. */
export class LookMark {
  private since = 0;
  private repository: string | undefined;
  private latest = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly memory: vscode.Memento) {}

  /** Event id after which everything is new. */
  get after(): number {
    return this.since;
  }

  begin(repository: string): void {
    this.pause();
    this.repository = repository;
    const seen = this.memory.get(keyOf(repository));
    this.since = typeof seen === 'number' ? seen : 0;
  }

  /** Records that the list was shown up to this event; it counts as seen if it stays visible. */
  shown(latest: number): void {
    this.latest = latest;
    this.timer ??= setTimeout(() => void this.remember(), dwell);
  }

  /** Ends the look; items that were visible too briefly stay new. */
  pause(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  async markSeen(): Promise<void> {
    this.pause();
    await this.remember();
    this.since = this.latest;
  }

  private async remember(): Promise<void> {
    this.timer = undefined;
    if (this.repository !== undefined) await this.memory.update(keyOf(this.repository), this.latest);
  }
}

function keyOf(repository: string): string {
  return `stateroom.seen.${repository}`;
}
