/** Marks an English text of a definition for translation; `{0}`, `{1}` are values. Surfaces translate it where they show it. */
export function translated<const Text extends string>(text: Text): Text {
  return text;
}
