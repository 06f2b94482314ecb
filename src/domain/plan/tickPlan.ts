/**
 * The text with the marks at these places set to `x`, every other character as it was. Undefined when a place does not
 * hold an empty mark between brackets: then the text is not the one that the places were read from.
 */
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
