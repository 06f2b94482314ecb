/** Splits values for `in (…)`, below every engine's limit of parameters. */
export function chunks<Value>(values: readonly Value[], size = 500): Value[][] {
  const parts: Value[][] = [];
  for (let start = 0; start < values.length; start += size) parts.push(values.slice(start, start + size));
  return parts;
}
