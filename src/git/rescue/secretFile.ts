import { redactTokens } from '../../platform/redact.js';

/** Longer files are judged by their names alone, in bytes. */
export const maxSecretLength = 1_000_000;

/** Names of files that hold secrets in most projects. */
const secretNames: readonly RegExp[] = [
  /^\.env(?:rc)?(?:\..+)?$|\.env$/i,
  /\.(?:pem|key|p12|pfx|jks|keystore|ppk|kdbx|asc|ovpn|age)$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i,
  /^\.(?:netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg|vault-token)$/i,
  /^(?:credentials|secrets?|service[-_]?account)(?:\.[^.]+)?$/i,
  /^(?:credentials|secrets?)\..+\.(?:ya?ml|json|toml|ini|properties|conf|txt)$/i,
  /\.(?:tfstate|tfvars)(?:\.json)?$/i,
];

/** Files that hold secrets by where they are. */
const secretPlaces = /(?:^|\/)\.(?:docker|kube)\/config(?:\.json)?$/i;

/** Names that only look so: what projects commit to show which settings there are. */
const samples =
  /\.(?:example|sample|template|dist|schema)$|\.(?:example|sample|template)\.|^(?:example|sample|template)\.env$/i;

/** True for a path whose name says that a secret is in it. */
export function isSecretName(path: string): boolean {
  const place = path.replaceAll('\\', '/');
  const name = place.slice(place.lastIndexOf('/') + 1);
  return secretPlaces.test(place) || (!samples.test(name) && secretNames.some(pattern => pattern.test(name)));
}

/** True for a text with a token or a key in it. */
export function isSecretText(text: string): boolean {
  return redactTokens(text) !== text;
}
