/** A row of a view, as the editor hands it to a command. */
export interface ShownNode {
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Whether this is a row of a view. */
export function isShownNode(value: unknown): value is ShownNode {
  return isRecord(value) && typeof value.id === 'string' && isRecord(value.row);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
