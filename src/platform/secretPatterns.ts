export interface SecretPattern {
  readonly name: string;
  /** Global and linear in practice: no nested unbounded repetitions, and no unbounded match can start the pattern again. */
  readonly pattern: RegExp;
  /** Group of the secret, at the end of the match; 0 is the whole match. */
  readonly secret: number;
}

/** Shapes from the issuers' documentation and the rules of gitleaks and secretlint. */
export const tokenPatterns: readonly SecretPattern[] = [
  { name: 'GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g, secret: 0 },
  { name: 'GitHub fine-grained token', pattern: /\bgithub_pat_[A-Za-z0-9_]{20,}\b/g, secret: 0 },
  { name: 'GitLab token', pattern: /\bgl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w-]{16,}/g, secret: 0 },
  { name: 'Slack token', pattern: /\bxox[abeoprs]-[\w-]{10,}/g, secret: 0 },
  { name: 'Slack app token', pattern: /\bxapp-\d-[\w-]{10,}/g, secret: 0 },
  { name: 'Slack webhook', pattern: /\bhooks\.slack\.com\/services\/[\w/-]{20,}/g, secret: 0 },
  { name: 'Discord webhook', pattern: /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,}/g, secret: 0 },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{30,}\b/g, secret: 0 },
  { name: 'PyPI token', pattern: /\bpypi-(?=[\w-]{0,80}\d)[\w-]{30,}/g, secret: 0 },
  { name: 'RubyGems key', pattern: /\brubygems_[0-9a-f]{48}\b/g, secret: 0 },
  { name: 'crates.io token', pattern: /\bcio(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32}\b/g, secret: 0 },
  { name: 'Stripe key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}\b/g, secret: 0 },
  { name: 'Webhook secret', pattern: /\bwhsec_[A-Za-z0-9+/=]{20,}/g, secret: 0 },
  { name: 'SendGrid key', pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g, secret: 0 },
  { name: 'Square token', pattern: /\bsq0(?:atp|csp|idp)-[\w-]{22,}/g, secret: 0 },
  { name: 'Mailgun key', pattern: /(?<![\w-])key-[0-9a-f]{32}\b/g, secret: 0 },
  { name: 'Mailchimp key', pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g, secret: 0 },
  { name: 'Twilio key', pattern: /\bSK[0-9a-f]{32}\b/g, secret: 0 },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,}\b/g, secret: 0 },
  { name: 'DigitalOcean token', pattern: /\bdo[opr]_v1_[0-9a-f]{32,}\b/g, secret: 0 },
  { name: 'Shopify token', pattern: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g, secret: 0 },
  { name: 'Linear key', pattern: /\blin_api_[A-Za-z0-9]{30,}\b/g, secret: 0 },
  { name: 'Notion token', pattern: /\bntn_\d{11}[A-Za-z0-9]{35}\b/g, secret: 0 },
  { name: 'Airtable token', pattern: /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b/g, secret: 0 },
  { name: 'Postman key', pattern: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/g, secret: 0 },
  { name: 'Doppler token', pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,}/g, secret: 0 },
  { name: 'Vault token', pattern: /\bhv[bs]\.[\w-]{20,}/g, secret: 0 },
  { name: 'Terraform Cloud token', pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,}/g, secret: 0 },
  { name: 'Pulumi token', pattern: /(?<![\w-])pul-[0-9a-f]{40}\b/g, secret: 0 },
  { name: 'PlanetScale credential', pattern: /\bpscale_(?:tkn|pw|oauth)_[\w=.-]{32,}/g, secret: 0 },
  { name: 'Supabase token', pattern: /\bsbp_[0-9a-f]{40}\b/g, secret: 0 },
  { name: 'Databricks token', pattern: /\bdapi[0-9a-f]{32}(?:-\d)?\b/g, secret: 0 },
  { name: 'Heroku key', pattern: /\bHRKU-AA[\w-]{58}/g, secret: 0 },
  { name: 'Netlify token', pattern: /\bnfp_[A-Za-z0-9]{36}\b/g, secret: 0 },
  { name: 'Fly.io token', pattern: /\bfm[12][a-z]?_[A-Za-z0-9+/]{100,}={0,3}/g, secret: 0 },
  { name: 'Tailscale key', pattern: /\btskey-[a-z]{2,12}-[\w-]{16,}/g, secret: 0 },
  { name: 'Grafana token', pattern: /\bglsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}\b/g, secret: 0 },
  { name: 'Grafana Cloud token', pattern: /\bglc_[A-Za-z0-9+/]{32,}={0,3}/g, secret: 0 },
  { name: 'New Relic key', pattern: /\bNRAK-[A-Z0-9]{27}\b/g, secret: 0 },
  { name: 'Sentry token', pattern: /\bsntry(?:s_eyJ|u_)[\w+/=]{60,}/g, secret: 0 },
  { name: '1Password token', pattern: /\bops_eyJ[\w+/=]{100,}/g, secret: 0 },
  { name: 'Docker token', pattern: /\bdckr_(?:pat|oat)_[\w-]{20,}/g, secret: 0 },
  { name: 'Figma token', pattern: /\bfigd_[\w-]{20,}/g, secret: 0 },
  { name: 'Atlassian token', pattern: /\bATATT[\w=-]{30,}/g, secret: 0 },
  { name: 'Telegram token', pattern: /\b\d{8,10}:AA[\w-]{30,}/g, secret: 0 },
  { name: 'Groq or xAI key', pattern: /\b(?:gsk_|xai-)[A-Za-z0-9]{30,}/g, secret: 0 },
  {
    // Branches and packages may begin like this; without a known kind, a key has mixed letters and digits.
    name: 'Model provider key',
    pattern:
      /(?<![\w.-])sk-(?:(?:ant|proj|svcacct|admin|or-v1)-[\w-]{20,}|(?=[A-Za-z0-9]{0,60}\d)(?=[A-Za-z0-9]{0,60}[A-Z])(?=[A-Za-z0-9]{0,60}[a-z])[A-Za-z0-9]{20,}[\w-]*)/g,
    secret: 0,
  },
  { name: 'Perplexity key', pattern: /\bpplx-[A-Za-z0-9]{40,}\b/g, secret: 0 },
  { name: 'Replicate token', pattern: /\br8_[A-Za-z0-9]{37}\b/g, secret: 0 },
  { name: 'LangSmith key', pattern: /\blsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}\b/g, secret: 0 },
  { name: 'AWS key id', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, secret: 0 },
  { name: 'AWS Bedrock key', pattern: /\bABSK[A-Za-z0-9+/]{100,}={0,2}/g, secret: 0 },
  { name: 'Google key', pattern: /\bAIza[\w-]{35}/g, secret: 0 },
  { name: 'Google access token', pattern: /\bya29\.[\w-]{20,}/g, secret: 0 },
  { name: 'Google client secret', pattern: /\bGOCSPX-[\w-]{20,}/g, secret: 0 },
  { name: 'Azure storage key', pattern: /\bAccountKey=[A-Za-z0-9+/=]{40,}/g, secret: 0 },
  { name: 'Azure client secret', pattern: /(?<![\w~.])[\w~.]{3}\dQ~[\w~.-]{31,34}/g, secret: 0 },
  { name: 'age key', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,}\b/g, secret: 0 },
  { name: 'JSON Web Token', pattern: /\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,}\.[\w-]{8,}/g, secret: 0 },
];

/** `https://user:password@host`, from `://` on, as a diff may have a `+` before. A port before a comma ends a list's address. */
export const addressPattern: SecretPattern = {
  name: 'password in an address',
  pattern: /(?<=[a-z0-9+.-]):\/\/[^\s/:@]*:(?!\d{1,5},)([^\s/@]+)(?=@)/gi,
  secret: 1,
};

export const placePatterns: readonly SecretPattern[] = [
  {
    name: 'user of curl',
    pattern: /\bcurl\b[^\n|;&]{0,300}?\s(?:-u|--user)[ =]?["']?[^\s:"']{1,200}:([^\s"']+)/g,
    secret: 1,
  },
  {
    name: 'password of MySQL',
    pattern: /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;&]{0,300}?\s-p(["']?[^\s"'=-][^\s"']*["']?)/g,
    secret: 1,
  },
  { name: 'cookies', pattern: /\bcookie["']?:[ \t]*["']?([^\s"'=:]{1,200}=[^\n"']+)/gi, secret: 1 },
  addressPattern,
  {
    name: 'authorization header',
    pattern: /\b(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:bearer|basic|token|digest)\s+([^\s"',]+)/gi,
    secret: 1,
  },
  { name: 'bearer token', pattern: /\bbearer\s+([\w.~+/-]{16,}=*)/gi, secret: 1 },
];
