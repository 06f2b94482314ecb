/** Facts of a page, one a line; those without a value are left out. */
export function factList(rows: readonly (readonly [name: string, value: string | null])[]): string {
  return rows.flatMap(([name, value]) => (value === null ? [] : [`- ${name}: ${value}`])).join('\n');
}

/** A part of a page that is a list; empty when the list is. */
export function titledList(title: string, rows: readonly string[]): string {
  return rows.length === 0 ? '' : [`## ${title}`, '', ...rows.map(row => `- ${row}`)].join('\n');
}
