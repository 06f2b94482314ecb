/** How many calls are remembered whose answer is still out. */
const maxCalls = 200;

/**
 * Which calls of tools a person was asked about, and for which place. The editor runs a tool without a question where none
 * is made, so what was not worth one (it was going to be refused) must not write because something came to be in between.
 */
export class AskedCalls {
  private readonly calls: { readonly call: string; readonly place: string | undefined }[] = [];

  /** Notes the outcome of preparing a call: the place it was asked about, or undefined without a confirmation. */
  note(tool: string, input: unknown, place: string | undefined): void {
    this.calls.push({ call: keyOf(tool, input), place });
    if (this.calls.length > maxCalls) this.calls.shift();
  }

  /** The place that the newest call of this kind was asked about, which is forgotten by that; undefined: no one was asked. */
  take(tool: string, input: unknown): string | undefined {
    const call = keyOf(tool, input);
    const at = this.calls.findLastIndex(each => each.call === call);
    return at === -1 ? undefined : this.calls.splice(at, 1)[0]?.place;
  }
}

function keyOf(tool: string, input: unknown): string {
  return JSON.stringify([tool, input]);
}
