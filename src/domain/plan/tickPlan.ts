/** Undefined if an offset has no empty mark in brackets, since the text has changed. */
export function tickMarks(text: string, places: readonly number[]): string | undefined {
  let ticked = '';
  let from = 0;
  for (const place of [...places].sort((one, other) => one - other)) {
    if (!/^\[[ \t]\]$/.test(text.slice(place - 1, place + 2))) return undefined;
    ticked += `${text.slice(from, place)}x`;
    from = place + 1;
  }
  return ticked + text.slice(from);
}
