import { basename } from 'node:path';

/** Names of files that hold secrets in most projects. */
const secretNames: readonly RegExp[] = [
  /^\.env(?:\..+)?$/i,
  /\.(?:pem|key|p12|pfx|jks|keystore|ppk|kdbx|asc|ovpn|age)$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i,
  /^\.(?:netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg|vault-token)$/i,
  /^(?:credentials|secrets?|service[-_]?account)(?:\.[^.]+)?$/i,
  /\.(?:tfstate|tfvars)(?:\.json)?$/i,
];

/** Names that only look so: what projects commit to show which settings there are. */
const samples = /\.(?:example|sample|template|dist|schema)$|\.(?:example|sample|template)\./i;

/** True for a path whose name says that a secret is in it. */
export function isSecretName(path: string): boolean {
  const name = basename(path);
  return !samples.test(name) && secretNames.some(pattern => pattern.test(name));
}
