/** What stands in a secret's place. */
export const redacted = '[redacted]';

/** Tokens that tell by their shape what they are. */
const tokenShapes: readonly RegExp[] = [
  // GitHub, GitLab, Slack, npm, PyPI, Stripe, SendGrid, Hugging Face, DigitalOcean, Shopify, Linear, Doppler, Vault
  /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}\b/g,
  /\bgl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w-]{16,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bxapp-\d-[\w-]{10,}/g,
  /\bnpm_[A-Za-z0-9]{30,}\b/g,
  /\bpypi-[\w-]{30,}/g,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}\b/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\bhf_[A-Za-z0-9]{30,}\b/g,
  /\bdo[opr]_v1_[0-9a-f]{32,}\b/g,
  /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g,
  /\blin_api_[A-Za-z0-9]{30,}\b/g,
  /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,}/g,
  /\bhv[bs]\.[\w-]{20,}/g,
  // Model providers, AWS, Google, Azure, Telegram, age
  /\bsk-(?:ant-|proj-|svcacct-|admin-|or-v1-)?[\w-]{20,}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]{20,}/g,
  /\bGOCSPX-[\w-]{20,}/g,
  /\bAccountKey=[A-Za-z0-9+/=]{40,}/g,
  /\b\d{8,10}:AA[\w-]{30,}/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{50,}\b/g,
  // JSON Web Tokens
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g,
];

/** Names whose value is a secret, as they are assigned in shells, settings, JSON and command lines. */
const secretName =
  '[\\w.-]*(?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|client[_-]?secret|credential|token)';
const assigned = new RegExp(`(["']?${secretName}["']?\\s*[=:]\\s*)("[^"\\n]+"|'[^'\\n]+'|[^\\s"',;&|]{4,})`, 'gi');
const flagged = new RegExp(`(--?${secretName}\\s+)("[^"\\n]+"|'[^'\\n]+'|[^\\s"'-][^\\s"']{3,})`, 'gi');
const authorization = /\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:bearer|basic|token|digest)\s+)[^\s"',]+/gi;
const bearer = /\b(bearer\s+)[\w.~+/-]{16,}=*/gi;
/** `https://user:password@host` */
const userInfo = /\b([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi;

/**
 * The text with what is a secret by its shape, its name or its place taken out. It knows the common shapes; what looks
 * like any other word stays.
 */
export function redact(text: string): string {
  let clean = text;
  for (const shape of tokenShapes) clean = clean.replace(shape, redacted);
  return clean
    .replace(userInfo, `$1${redacted}`)
    .replace(authorization, `$1${redacted}`)
    .replace(bearer, `$1${redacted}`)
    .replace(assigned, (whole, name: string, value: string) => (harmless(value) ? whole : name + redacted))
    .replace(flagged, (whole, name: string, value: string) => (harmless(value) ? whole : name + redacted));
}

/** A variable's name, a count, a word of a sentence or what was taken out before says nothing. */
function harmless(value: string): boolean {
  const bare = value.replace(/^["']|["']$/g, '');
  return (
    bare.includes(redacted) ||
    bare.startsWith('$') ||
    bare.startsWith('<') ||
    bare.startsWith('process.env') ||
    /^(?:true|false|null|none|undefined|required|missing|invalid|expired|optional|string|\d{1,6})[.,;)]*$/i.test(bare)
  );
}

const keyBegins = /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/;
const keyEnds = /-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/;

/** Takes the lines of one output, one after the other, and gives them back clean; a private key spans many of them. */
export class LineRedactor {
  #inKey = false;

  /** The line without its secrets; undefined when all of it was one. */
  clean(line: string): string | undefined {
    if (this.#inKey) {
      if (keyEnds.test(line)) this.#inKey = false;
      return undefined;
    }
    if (keyBegins.test(line)) {
      this.#inKey = !keyEnds.test(line);
      return redacted;
    }
    return redact(line);
  }
}
