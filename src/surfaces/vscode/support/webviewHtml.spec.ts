import { describe, expect, it } from 'vitest';
import { type WebviewFrame, webviewHtml } from './webviewHtml.js';

const frame: WebviewFrame = {
  root: 'dashboard',
  language: 'en',
  title: 'Dashboard',
  source: 'https://page.vscode-cdn.net',
  nonce: 'kW9fM2c0Zz09',
  script: 'https://page/dist/dashboard.js',
  style: 'https://page/dist/dashboard.css',
  icons: 'https://page/dist/codicon.css',
  loading: 'Loading the queue…',
  lost: 'No answer.',
  retry: 'Try Again',
};

/** The policy's directives, as a browser reads the meta element. */
function policyOf(html: string): Record<string, string[]> {
  const content = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  return Object.fromEntries(
    content.split('; ').map(directive => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values];
    }),
  );
}

describe('the page around what a script draws', () => {
  it('allows nothing but the extension’s own files, and scripts only by nonce', () => {
    expect(policyOf(webviewHtml(frame))).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'nonce-kW9fM2c0Zz09'"],
      'style-src': ['https://page.vscode-cdn.net', "'nonce-kW9fM2c0Zz09'"],
      'font-src': ['https://page.vscode-cdn.net'],
      'img-src': ['https://page.vscode-cdn.net', 'data:'],
    });
  });

  it('gives its nonce to every script and style, and has none inline', () => {
    const html = webviewHtml(frame);
    const elements = html.match(/<(script|link|style)\b[^>]*>/g) ?? [];
    expect(elements).toHaveLength(3);
    for (const element of elements) expect(element).toContain('nonce="kW9fM2c0Zz09"');
    expect(html).toContain('src="https://page/dist/dashboard.js"></script>');
    expect(html).not.toMatch(/\son\w+=|\sstyle=|<style/);
  });

  it('keeps texts texts', () => {
    const html = webviewHtml({ ...frame, title: '</title><script>', loading: '"><img src=x>' });
    expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
    expect(html).toContain('data-loading="&quot;&gt;&lt;img src=x&gt;"');
  });
});
