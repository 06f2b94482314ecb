/** One bar of the chart; x, y, width and height in percent of the drawing. */
export interface Bar {
  readonly series: 'created' | 'resolved';
  readonly date: string;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DayChart {
  /** What the top of the drawing stands for: a round number, at least 1. */
  readonly top: number;
  readonly bars: readonly Bar[];
}

interface Day {
  readonly date: string;
  readonly created: number;
  readonly resolved: number;
}

/** Two bars a day, side by side, in a drawing of 100 x 100. */
export function dayChart(days: readonly Day[]): DayChart {
  const top = roundUp(Math.max(1, ...days.flatMap(day => [day.created, day.resolved])));
  const slot = 100 / Math.max(1, days.length);
  const width = slot * 0.36;
  const bars = days.flatMap((day, index) =>
    (['created', 'resolved'] as const).map((series, place) => {
      const height = (day[series] / top) * 100;
      const x = index * slot + slot * 0.12 + place * (width + slot * 0.04);
      return { series, date: day.date, value: day[series], x, y: 100 - height, width, height };
    }),
  );
  return { top, bars };
}

/** The next number that reads well, and halves well from 2 on: 1, 2, 4, 6, 8, 10, 12, 16, 20, 40, … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = power === 1 ? [1, 2, 4, 6, 8, 10] : [1, 1.2, 1.6, 2, 4, 6, 8, 10];
  return Math.round((steps.find(step => step * power >= value) ?? 10) * power);
}
