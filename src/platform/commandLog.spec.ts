import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CommandLog } from './commandLog.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (content: Uint8Array) => new TextDecoder().decode(content);

describe('CommandLog', () => {
  it('keeps lines whole across chunks and streams, and hashes what it keeps', () => {
    const log = new CommandLog(1000);
    log.add(bytes('one\ntw'), 'stdout');
    log.add(bytes('error\n'), 'stderr');
    log.add(bytes('o\nlast'), 'stdout');
    const { content, hash, bytes: count, lastLine, tail } = log.finish();
    expect(textOf(content)).toBe('one\nerror\ntwo\nlast');
    expect(hash).toBe(createHash('sha256').update('one\nerror\ntwo\nlast').digest('hex'));
    expect([count, lastLine, tail]).toEqual([18, 'last', 'one\nerror\ntwo\nlast']);
  });

  it('puts characters together that came in two pieces', () => {
    const log = new CommandLog(1000);
    const [first, ...rest] = bytes('é\n');
    log.add(Uint8Array.of(first ?? 0), 'stdout');
    log.add(Uint8Array.from(rest), 'stdout');
    expect(textOf(log.finish().content)).toBe('é\n');
  });

  it('takes out a secret that came in two pieces', () => {
    const log = new CommandLog(1000);
    const [token, half] = [['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_'), 20];
    log.add(bytes(`a ${token.slice(0, half)}`), 'stdout');
    log.add(bytes(`${token.slice(half)} b\n`), 'stdout');
    expect(textOf(log.finish().content)).toBe('a [redacted] b\n');
  });

  it('says nothing of an empty output', () => {
    expect(new CommandLog(1000).finish()).toMatchObject({ bytes: 0, lastLine: '', tail: '' });
  });

  it('keeps the beginning and the end within its limit, and says what is missing', () => {
    const log = new CommandLog(40);
    for (let line = 1; line <= 20; line += 1) log.add(bytes(`line ${line}\n`), 'stdout');
    const { content, bytes: count } = log.finish();
    expect(count).toBe(151);
    expect(textOf(content)).toBe('line 1\nline 2\n\n[121 bytes omitted]\nline 19\nline 20\n');
  });

  it('tells the last line without its colours', () => {
    const log = new CommandLog(1000);
    log.add(bytes('one\n\u001b[32m 3 passed\u001b[0m \n\n\u001b[0m'), 'stdout');
    expect(log.finish()).toMatchObject({ lastLine: '3 passed', tail: 'one\n 3 passed \n\n' });
  });
});
