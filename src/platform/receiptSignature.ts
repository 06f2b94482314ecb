import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Signs with Ed25519, in base64. `privateKey` is PEM; undefined if it is no such key. */
export function signWithKey(content: Uint8Array, privateKey: string): string | undefined {
  const key = readKey(() => createPrivateKey(privateKey.trim()));
  return key === undefined ? undefined : sign(null, content, key).toString('base64');
}

/** Accepts Ed25519 public keys as PEM, or the base64 within it. */
export function isSignedByOne(content: Uint8Array, signature: string, publicKeys: readonly string[]): boolean {
  const bytes = Buffer.from(signature, 'base64');
  return publicKeys.some(text => {
    const key = readKey(() => publicKeyOf(text.trim()));
    return key !== undefined && verify(null, content, key, bytes);
  });
}

/** Returns the public key as `gate.ciKeys` takes it; undefined if the text is no private key in PEM. */
export function publicKeyText(privateKey: string): string | undefined {
  const key = readKey(() => createPublicKey(createPrivateKey(privateKey.trim())));
  return key?.export({ type: 'spki', format: 'der' }).toString('base64');
}

function publicKeyOf(text: string): KeyObject {
  if (text.startsWith('-----')) return createPublicKey(text);
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
}

function readKey(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read();
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
