/** Drops nulls sent for omitted fields and parses arguments sent as JSON text. Other faults stay, to be refused. */
export function plainMessage(message: unknown): unknown {
  if (!isFields(message) || typeof message.method !== 'string') return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isFields(params)) return message;
  const plain = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  if (typeof plain.arguments === 'string') plain.arguments = fieldsIn(plain.arguments) ?? plain.arguments;
  return { ...rest, params: plain };
}

/** Parses an object sent as JSON text; undefined for other text. */
function fieldsIn(text: string): object | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
