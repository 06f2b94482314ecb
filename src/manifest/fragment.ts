/**
 * What one feature adds to package.json. Fragments are merged: lists are joined in order, objects are merged key by key,
 * and two fragments that give the same key different values are an error.
 */
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

/** A text for people: `%key%` in package.json, the English in package.nls.json. */
export interface LocalisedText {
  readonly nlsKey: string;
  readonly english: string;
}

/** Marks `english` as a text for people under `key`, for example `command.queue.claim.title`. */
export function localised(key: string, english: string): LocalisedText {
  return { nlsKey: key, english };
}
