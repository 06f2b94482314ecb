import { darkPaper, paper } from '../charts/looks.js';
import { isBlank, type Series, type Sheet } from '../charts/sheet.js';
import { svgOf } from '../charts/svg.js';
import type { RetroReport } from './retroReport.js';

export interface RetroPlot {
  readonly name: string;
  readonly title: string;
  readonly light: string;
  readonly dark: string;
}

/** Draws the plots of a retrospective, except for those without numbers. */
export function retroPlots(report: RetroReport): readonly RetroPlot[] {
  return [throughput(report), queue(report), findings(report)]
    .filter(sheet => !isBlank(sheet))
    .map(sheet => ({
      name: sheet.name,
      title: sheet.title,
      light: svgOf(sheet, paper),
      dark: svgOf(sheet, darkPaper),
    }));
}

function throughput({ items: { days } }: RetroReport): Sheet {
  return sheetOf('throughput', 'Created and resolved', 'Items', days, [
    bars(
      'created',
      'Created',
      days.map(({ created }) => created),
    ),
    bars(
      'resolved',
      'Resolved',
      days.map(({ resolved }) => resolved),
    ),
  ]);
}

function queue({ items: { days } }: RetroReport): Sheet {
  const values = days.map(({ open }) => open);
  return sheetOf('queue', 'Open at the end of each day', 'Items', days, [
    { key: 'open', label: 'Open', shape: 'line', values },
  ]);
}

function findings({ findings: { days } }: RetroReport): Sheet {
  return sheetOf('findings', 'Findings opened and closed', 'Findings', days, [
    bars(
      'opened',
      'Opened',
      days.map(({ opened }) => opened),
    ),
    bars(
      'closed',
      'Closed',
      days.map(({ closed }) => closed),
    ),
  ]);
}

function sheetOf(
  name: string,
  title: string,
  unit: string,
  days: readonly { readonly date: string }[],
  series: readonly Series[],
): Sheet {
  return { name, title, unit, rowTitle: 'Day', rows: days.map(({ date }) => ({ label: date, date })), series };
}

function bars(key: string, label: string, values: readonly number[]): Series {
  return { key, label, shape: 'bar', values };
}
