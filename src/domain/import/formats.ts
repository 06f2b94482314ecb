/** The formats that are read from text files. */
const textFormats = [
  'beads',
  'taskmaster',
  'backlog',
  'github',
  'gitlab',
  'jira',
  'linear',
  'csv',
  'jsonl',
  'json',
] as const;
export type TextFormat = (typeof textFormats)[number];

/** The formats that are read from an SQLite file. */
const databaseFormats = ['agent-state', 'workstate'] as const;
export type DatabaseFormat = (typeof databaseFormats)[number];

/** The formats that can be imported; ids of work items begin with these names, except those of GitHub. */
export const importFormats = [...textFormats, ...databaseFormats] as const;
export type ImportFormat = TextFormat | DatabaseFormat;

/** True for a format that is read from an SQLite file. */
export function isDatabaseFormat(format: ImportFormat): format is DatabaseFormat {
  return (databaseFormats as readonly string[]).includes(format);
}
