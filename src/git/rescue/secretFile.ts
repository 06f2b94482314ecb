import { redactTokens } from '../../platform/redact.js';

/** In bytes; larger files are judged by name. */
export const maxSecretLength = 1_000_000;

const secretNames: readonly RegExp[] = [
  /^\.env(?:rc)?(?:\..+)?$|\.env$/i,
  /\.(?:pem|key|p12|pfx|jks|keystore|ppk|kdbx|asc|ovpn|age)$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i,
  /^\.(?:netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg|vault-token)$/i,
  /^(?:credentials|secrets?|service[-_]?account)(?:\.[^.]+)?$/i,
  /^(?:credentials|secrets?)\..+\.(?:ya?ml|json|toml|ini|properties|conf|txt)$/i,
  /\.(?:tfstate|tfvars)(?:\.json)?$/i,
];

const secretPlaces = /(?:^|\/)\.(?:docker|kube)\/config(?:\.json)?$/i;

/** Samples, which projects commit to show their settings. */
const samples =
  /\.(?:example|sample|template|dist|schema)$|\.(?:example|sample|template)\.|^(?:example|sample|template)\.env$/i;

export function isSecretName(path: string): boolean {
  const place = path.replaceAll('\\', '/');
  const name = place.slice(place.lastIndexOf('/') + 1);
  return secretPlaces.test(place) || (!samples.test(name) && secretNames.some(pattern => pattern.test(name)));
}

export function isSecretText(text: string): boolean {
  return redactTokens(text) !== text;
}
