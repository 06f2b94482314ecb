import type { DoctorReport } from '../../../reports/doctorReport.js';
import type { Paint } from './style.js';
import { oneLine, pad } from './text.js';
import type { View } from './view.js';

const paints: Readonly<Record<DoctorReport['facets'][number]['state'], Paint>> = {
  broken: 'red',
  warn: 'yellow',
  ok: 'green',
};

export function doctorText({ facets }: DoctorReport, { style }: Pick<View, 'style'>): string {
  return facets
    .flatMap(({ facet, state, checks }) =>
      checks.flatMap(({ text, next }, index) => [
        `${style[paints[state]](pad(index === 0 ? state : '', 6))}  ${pad(index === 0 ? facet : '', 11)}  ${oneLine(text)}`,
        ...(next === null ? [] : [`${' '.repeat(21)}${style.dim(`→ ${oneLine(next)}`)}`]),
      ]),
    )
    .join('\n');
}
