/** One feature's part of package.json. Merging joins lists, and objects by key; conflicting values are an error. */
export interface Fragment {
  readonly contributes?: ManifestObject;
  readonly activationEvents?: readonly string[];
}

export type ManifestValue =
  | string
  | number
  | boolean
  | null
  | LocalisedText
  | readonly ManifestValue[]
  | ManifestObject;
export type ManifestObject = { readonly [key: string]: ManifestValue | undefined };

/** A text for people: `%key%` in package.json, its English in package.nls.json. */
export interface LocalisedText {
  readonly nlsKey: string;
  readonly english: string;
}

/** Declares `english` as a localised text under `key`, for example `command.queue.claim.title`. */
export function localised(key: string, english: string): LocalisedText {
  return { nlsKey: key, english };
}
