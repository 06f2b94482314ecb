/** Prefix that makes a condition false for the palette. */
const notInPalette = 'false && ';

/** Returns the palette condition of a command that only *All Commands* offers, if `when` holds. */
export function onlyInAllCommands(when: string): string {
  return `${notInPalette}${when}`;
}

/** Returns the condition under which a command is offered; undefined for commands of rows and buttons only. */
export function offeredWhen(paletteWhen: string | undefined): string | undefined {
  if (paletteWhen === undefined || paletteWhen === 'false') return undefined;
  return paletteWhen.startsWith(notInPalette) ? paletteWhen.slice(notInPalette.length) : paletteWhen;
}
