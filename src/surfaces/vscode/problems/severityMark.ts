import * as vscode from 'vscode';
import type { FindingSeverity } from '../../../domain/finding/findingStatus.js';

/** Theme colours of the marks, which the manifest contributes. */
export const severityColors: Readonly<Record<FindingSeverity, string>> = {
  high: 'stateroom.findingHighForeground',
  medium: 'stateroom.findingMediumForeground',
  low: 'stateroom.findingLowForeground',
};

/** Each weight has a shape of its own, so that its colour need not be seen: an octagon, a triangle, a ring. */
const shapes: Readonly<Record<FindingSeverity, (color: string, ink: string) => string>> = {
  high: (color, ink) =>
    `<path fill="${color}" d="M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5z"/><path fill="${ink}" d="M7.25 4.5h1.5v4.5h-1.5zm0 5.5h1.5v1.5h-1.5z"/>`,
  medium: (color, ink) =>
    `<path fill="${color}" d="M8 2l6.5 12h-13z"/><path fill="${ink}" d="M7.3 6h1.400v4.200H7.3zm0 5h1.400v1.400H7.3z"/>`,
  low: color => `<circle cx="8" cy="8" r="4.75" fill="none" stroke="${color}" stroke-width="2"/>`,
};

/** A picture in the gutter cannot take a theme's colours: these are those of the editor's own dark and light themes. */
const fills: Readonly<Record<FindingSeverity, { readonly dark: string; readonly light: string }>> = {
  high: { dark: '#f14c4c', light: '#d0212b' },
  medium: { dark: '#cca700', light: '#9a6a00' },
  low: { dark: '#3794ff', light: '#1a66c4' },
};

/** The picture of a weight for the gutter, 16 by 16. */
export function severityMark(severity: FindingSeverity, theme: 'dark' | 'light'): vscode.Uri {
  const drawing = shapes[severity](fills[severity][theme], theme === 'dark' ? '#1e1e1e' : '#ffffff');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${drawing}</svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, true);
}
