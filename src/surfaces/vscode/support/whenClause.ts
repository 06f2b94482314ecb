type Keys = Pick<ReadonlyMap<string, unknown>, 'get'>;

/** Evaluates a condition of the manifest. Supports only the operators we use: `&&`, `!`, `==`, `!=` and `=~`. */
export function holds(when: string, keys: Keys): boolean {
  return when.split(' && ').every(part => holdsPart(part, keys));
}

function holdsPart(part: string, keys: Keys): boolean {
  const [, name, sign, value = ''] = /^(\S+) (==|!=|=~) (.+)$/.exec(part) ?? [];
  if (name === undefined) {
    const key = /^!?([\w:]+)$/.exec(part)?.[1];
    if (key === undefined) throw new Error(`This condition is not understood: ${part}`);
    const isTrue = key === 'true' || (key !== 'false' && Boolean(keys.get(key)));
    return part.startsWith('!') ? !isTrue : isTrue;
  }
  const is = String(keys.get(name) ?? '');
  if (sign === '=~') return new RegExp(value.slice(1, value.lastIndexOf('/'))).test(is);
  return (is === value) === (sign === '==');
}
