import type { retrosEnglish } from '../en/retros.js';

export const retrosGerman = {
  badWeek: '„{week}“ ist keine gültige ISO-Woche.',
  badWeekHint: 'Jahr und Woche angeben, zum Beispiel 2026-W47.',
  futureWeek: '{week} beginnt am {date}, also in der Zukunft.',
  futureRange: '{date} ist in der Zukunft.',
  futureHint: 'Einen Zeitraum angeben, der schon begonnen hat.',
  fromMissing: 'Der erste Tag des Zeitraums fehlt.',
  fromMissingHint: 'Auch den ersten Tag angeben.',
  badDate: '„{date}“ ist kein gültiges Datum.',
  badDateHint: 'Jahr, Monat und Tag angeben, zum Beispiel 2026-11-23.',
  upsideDown: 'Der Zeitraum endet am {to}, bevor er am {from} beginnt.',
  upsideDownHint: 'Die beiden Daten tauschen.',
  tooLong: 'Der Zeitraum hat {days} Tage; höchstens {max} sind möglich.',
  tooLongHint: 'Einen kürzeren Zeitraum angeben.',
} satisfies Record<keyof typeof retrosEnglish, string>;
