import type { Fragment, LocalisedText, ManifestObject, ManifestValue } from './fragment.js';

export type PlainValue = string | number | boolean | null | PlainValue[] | PlainObject;
export type PlainObject = { [key: string]: PlainValue };

export interface MergedManifest {
  readonly contributes: PlainObject;
  readonly activationEvents: readonly string[];
  /** Content of package.nls.json, sorted by key. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Merges fragments. Throws an Error naming the key for which two of them differ. */
export function mergeFragments(fragments: readonly Fragment[]): MergedManifest {
  const texts = new Map<string, string>();
  const contributes: PlainObject = {};
  const activationEvents = new Set<string>();
  for (const fragment of fragments) {
    mergeInto(contributes, plainObject(fragment.contributes ?? {}, texts), 'contributes');
    for (const event of fragment.activationEvents ?? []) activationEvents.add(event);
  }
  return {
    contributes,
    activationEvents: [...activationEvents],
    texts: Object.fromEntries([...texts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function mergeInto(target: PlainObject, addition: PlainObject, place: string): void {
  for (const [key, value] of Object.entries(addition)) {
    const present = target[key];
    const at = `${place}.${key}`;
    if (present === undefined) target[key] = value;
    else if (Array.isArray(present) && Array.isArray(value)) present.push(...value);
    else if (isPlainObject(present) && isPlainObject(value)) mergeInto(present, value, at);
    else if (present !== value) throw new Error(`Two fragments of the manifest disagree about ${at}.`);
  }
}

function plainObject(object: ManifestObject, texts: Map<string, string>): PlainObject {
  const plain: PlainObject = {};
  for (const [key, value] of Object.entries(object)) {
    if (value !== undefined) plain[key] = plainValue(value, texts);
  }
  return plain;
}

function plainValue(value: ManifestValue, texts: Map<string, string>): PlainValue {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(entry => plainValue(entry, texts));
  if (!isLocalised(value)) return plainObject(value, texts);
  const present = texts.get(value.nlsKey);
  if (present !== undefined && present !== value.english) {
    throw new Error(`The text ${value.nlsKey} has two wordings: "${present}" and "${value.english}".`);
  }
  texts.set(value.nlsKey, value.english);
  return `%${value.nlsKey}%`;
}

function isList(value: ManifestValue): value is readonly ManifestValue[] {
  return Array.isArray(value);
}

function isLocalised(value: LocalisedText | ManifestObject): value is LocalisedText {
  return typeof value.nlsKey === 'string' && typeof value.english === 'string';
}

function isPlainObject(value: PlainValue): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
