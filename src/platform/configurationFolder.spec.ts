import { expect, it } from 'vitest';
import { configurationFolder } from './configurationFolder.js';

it('is where each system keeps the settings of a user', () => {
  const home = { HOME: '/home/ann', APPDATA: 'C:\\Users\\ann\\AppData\\Roaming' };
  expect(configurationFolder(home, 'linux')).toBe('/home/ann/.config/stateroom');
  expect(configurationFolder({ ...home, XDG_CONFIG_HOME: '/settings' }, 'linux')).toBe('/settings/stateroom');
  expect(configurationFolder({ ...home, XDG_CONFIG_HOME: '/settings' }, 'darwin')).toBe(
    '/home/ann/Library/Application Support/stateroom',
  );
  expect(configurationFolder(home, 'win32')).toBe('C:\\Users\\ann\\AppData\\Roaming\\stateroom');
});

it('is never relative to the folder of the caller, which may be a repository', () => {
  expect(configurationFolder({ HOME: '/home/ann', XDG_CONFIG_HOME: 'planted' }, 'linux')).toBe(
    '/home/ann/.config/stateroom',
  );
  expect(configurationFolder({ HOME: '.', XDG_CONFIG_HOME: '' }, 'linux')).toBeUndefined();
  expect(configurationFolder({}, 'darwin')).toBeUndefined();
  expect(configurationFolder({}, 'win32')).toBeUndefined();
});
