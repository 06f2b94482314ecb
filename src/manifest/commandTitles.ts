import { localised, type ManifestObject } from './fragment.js';

export interface Titles {
  /** Without context: `Claim Work Item`. */
  readonly title: string;
  /** After a category or on a row: `Claim`. */
  readonly menuTitle?: string | undefined;
  /** True if the person is asked for more than the record; adds an ellipsis. */
  readonly asks?: boolean | undefined;
}

/** `title` is for the palette and row menus, after a category; `shortTitle`, the longer one here, for title bars. */
export function commandTitles(name: string, { title, menuTitle, asks }: Titles): ManifestObject {
  const written = (text: string): string => (asks === true ? `${text}…` : text);
  return {
    title: localised(`command.${name}.title`, written(menuTitle ?? title)),
    shortTitle: menuTitle === undefined ? undefined : localised(`command.${name}.shortTitle`, written(title)),
  };
}
