/** How a condition begins that is never true for the palette. */
const notInPalette = 'false && ';

/** The palette's condition of a command that *All Commands* alone offers, where `when` holds. */
export function onlyInAllCommands(when: string): string {
  return `${notInPalette}${when}`;
}

/** Where a command is offered at all, by its condition for the palette; undefined for what only rows and buttons call. */
export function offeredWhen(paletteWhen: string | undefined): string | undefined {
  if (paletteWhen === undefined || paletteWhen === 'false') return undefined;
  return paletteWhen.startsWith(notInPalette) ? paletteWhen.slice(notInPalette.length) : paletteWhen;
}
