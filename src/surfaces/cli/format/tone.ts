import type { Tone } from '../../../present/look.js';
import type { Style } from './style.js';

/** Paints a text by its tone; what asks for nothing has no color. */
export function paintTone(tone: Tone, text: string, style: Style): string {
  switch (tone) {
    case 'error':
      return style.red(text);
    case 'warning':
      return style.yellow(text);
    case 'good':
      return style.green(text);
    case 'info':
    case 'none':
      return text;
  }
}
