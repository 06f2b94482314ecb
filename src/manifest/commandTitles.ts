import { localised, type ManifestObject } from './fragment.js';

/** What a command is called. */
export interface Titles {
  /** Where nothing around it says what it is about: `Claim Work Item`. */
  readonly title: string;
  /** Where the category or the row says that: `Claim`. */
  readonly menuTitle?: string | undefined;
  /** True where the person is asked for more than the record: then an ellipsis follows. */
  readonly asks?: boolean | undefined;
}

/**
 * The titles of a command in package.json. The editor writes `title` in the palette, behind the category, and in menus of rows.
 * `shortTitle` is what it writes in title bars, which is the longer one here: nothing says there what a command is about.
 */
export function commandTitles(name: string, { title, menuTitle, asks }: Titles): ManifestObject {
  const written = (text: string): string => (asks === true ? `${text}…` : text);
  return {
    title: localised(`command.${name}.title`, written(menuTitle ?? title)),
    shortTitle: menuTitle === undefined ? undefined : localised(`command.${name}.shortTitle`, written(title)),
  };
}
