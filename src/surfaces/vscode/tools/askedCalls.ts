const maxCalls = 200;

/** Confirmed tool calls and their places. The editor also runs calls that were to be refused: these must not write. */
export class AskedCalls {
  private readonly calls: { readonly call: string; readonly place: string | undefined }[] = [];

  /** Records the result of preparing a call: its place, or undefined without a confirmation. */
  note(tool: string, input: unknown, place: string | undefined): void {
    this.calls.push({ call: keyOf(tool, input), place });
    if (this.calls.length > maxCalls) this.calls.shift();
  }

  /** Removes the newest entry for this call and returns its place; undefined without a confirmation. */
  take(tool: string, input: unknown): string | undefined {
    const call = keyOf(tool, input);
    const at = this.calls.findLastIndex(each => each.call === call);
    return at === -1 ? undefined : this.calls.splice(at, 1)[0]?.place;
  }
}

function keyOf(tool: string, input: unknown): string {
  return JSON.stringify([tool, input]);
}
