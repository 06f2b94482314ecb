import type * as vscode from 'vscode';

export class ChoiceMemory {
  constructor(private readonly memory: vscode.Memento) {}

  last(question: string): string | undefined {
    return this.memory.get<string>(`stateroom.choice.${question}`);
  }

  async remember(question: string, choice: string): Promise<void> {
    if (this.last(question) !== choice) await this.memory.update(`stateroom.choice.${question}`, choice);
  }

  lastFirst<T extends { readonly value: string }>(question: string, rows: readonly T[]): readonly T[] {
    const last = this.last(question);
    return [...rows].sort((a, b) => Number(b.value === last) - Number(a.value === last));
  }
}
