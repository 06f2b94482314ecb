export interface ShownNode {
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export function isShownNode(value: unknown): value is ShownNode {
  return isRecord(value) && typeof value.id === 'string' && isRecord(value.row);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
