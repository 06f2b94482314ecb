import { describe, expect, it } from 'vitest';
import { isSecretName } from './secretFile.js';

describe('a name that says that a secret is in the file', () => {
  it.each([
    '.env',
    '.env.local',
    '.envrc',
    'deploy/production.env',
    'config/secrets.yml',
    'config/secrets.prod.yml',
    'credentials.staging.json',
    '.docker/config.json',
    'home/.kube/config',
    'C:\\home\\.kube\\config',
    'keys/server.pem',
    'id_ed25519',
  ])('is %s', path => expect(isSecretName(path)).toBe(true));

  it.each([
    '.env.example',
    '.envrc.sample',
    'example.env',
    'secrets.example.yml',
    'src/env.ts',
    'src/secrets.store.ts',
    'config.json',
    'docker/config.json',
  ])('is not %s', path => expect(isSecretName(path)).toBe(false));
});
