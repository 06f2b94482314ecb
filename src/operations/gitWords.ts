import { type Message, message } from '../messages/message.js';

/** First line of git's output, unchanged. */
export function firstLine(output: string): string | Message {
  const line = output.split('\n').find(text => text.trim() !== '');
  return line === undefined ? message('git.saidNothing') : line.trim().slice(0, 300);
}

/** Output of git or a hook as one shortened line. */
export function firstWords(output: string): string | Message {
  const text = output.replace(/\s+/g, ' ').trim();
  return text === '' ? message('git.saidNothing') : text.length > 500 ? `${text.slice(0, 499)}…` : text;
}

/** `a.txt, b.txt and 3 more` */
export function pathList(paths: readonly string[]): string | Message {
  const shown = paths.slice(0, 5).join(', ');
  return paths.length > 5 ? message('input.listed', { names: shown, more: paths.length - 5 }) : shown;
}
