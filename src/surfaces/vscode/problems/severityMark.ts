import * as vscode from 'vscode';
import type { FindingSeverity } from '../../../domain/finding/findingSeverity.js';
import { severityLooks } from '../../../present/severity.js';

export function severityColor(severity: FindingSeverity): vscode.ThemeColor {
  return new vscode.ThemeColor(severityLooks[severity].mark.themeColor);
}

/** Returns the gutter icon of a severity, 16 by 16. */
export function severityMark(severity: FindingSeverity, theme: 'dark' | 'light'): vscode.Uri {
  const { mark } = severityLooks[severity];
  const drawing = mark.draw(mark[theme], theme === 'dark' ? '#1e1e1e' : '#ffffff');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${drawing}</svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, true);
}
