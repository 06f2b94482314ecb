/** Names of secret variables; `aboutSecret` excludes those of a secret's place or size. */
const secretName =
  /(?:^|[^a-z])(?:key|pass|pwd|pat)(?:[^a-z]|$)|(?:access|private|secret|signing|encryption|master|auth|api|account)key|token|secret|passw(?:or)?d|passphrase|passwort|kennwort|credential/i;
const aboutSecret =
  /^(?:old)?pwd$|tokens|[_-](?:file|path|dir|folder|name|user|url|uri|host|port|type|kind|ttl|limit|size|count|max|min|budget|length|expiry|expires|algorithm|cmd|command|helper|program)$/i;

/** Shorter values occur in too many ordinary words. */
const minLength = 8;
/** Max length of a plain word or number that is not a secret: `POSTGRES_PASSWORD=postgres`. */
const maxWord = 15;
const plainWord = /^(?:\p{L}+|\d+)$/u;
const place = /^(?:[~.]{0,2}[/\\]|[a-z]:[/\\]|%\w+%$|\$)/i;

/** Matches values of secret variables, each line alone, also in JSON, addresses and (longer) base64. Undefined without any. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): RegExp | undefined {
  const forms = new Set<string>();
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || !secretName.test(name) || aboutSecret.test(name)) continue;
    for (const line of value.split(/\r?\n/))
      for (const form of isSecret(line.trim()) ? formsOf(line.trim()) : []) forms.add(form);
  }
  if (forms.size === 0) return undefined;
  const byDescendingLength = [...forms].sort((left, right) => right.length - left.length);
  return new RegExp(byDescendingLength.map(form => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}

function isSecret(value: string): boolean {
  if (value.length < minLength || place.test(value)) return false;
  return value.length > maxWord || !plainWord.test(value);
}

function formsOf(value: string): string[] {
  const encoded = [0, 1, 2].flatMap(offset => {
    const text = base64Core(value, offset);
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
  // A lone surrogate, which Windows allows, has no bytes.
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(Buffer.from(value).toString()), ...encoded];
}

/** Returns the part common to all base64 texts with the value at this offset within three bytes. */
function base64Core(value: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  return bytes.toString('base64').slice(Math.ceil((offset * 4) / 3), Math.floor((bytes.length * 4) / 3));
}
