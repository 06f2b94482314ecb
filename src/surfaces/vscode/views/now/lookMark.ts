import type * as vscode from 'vscode';

/** How long a list must be looked at to count as seen, in ms. */
const dwell = 3000;

/**
 * Up to which event the person has seen what happened in each repository, remembered for this workspace. While they look,
 * the list that they began with stays; what was seen long enough is gone when they look again.
 */
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

  /** The person begins to look at a repository. */
  begin(repository: string): void {
    this.pause();
    this.repository = repository;
    const seen = this.memory.get(keyOf(repository));
    this.since = typeof seen === 'number' ? seen : 0;
  }

  /** The list was shown as of this event; it counts as seen when it stays in sight. */
  shown(latest: number): void {
    this.latest = latest;
    this.timer ??= setTimeout(() => void this.remember(), dwell);
  }

  /** The person looks elsewhere; what was in sight too briefly stays new. */
  pause(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Takes all that was shown for seen, and begins again. */
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
