const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * `3 09:40` is on the fourth of 15 working days in the last three weeks, `-45` is 45 minutes ago. Local time, as ms since 1970.
 */
export function momentsBefore(now: number): (text: string) => number {
  const days = Array.from({ length: 21 }, (_, index) => new Date(now - (21 - index) * day)).filter(
    date => date.getDay() % 6 !== 0,
  );
  return text => {
    const [first = '', hours, minutes] = text.split(/[ :]/).map(Number);
    if (hours === undefined) return now + Number(first) * minute;
    const date = new Date(days[Number(first)] ?? now);
    return date.setHours(hours, minutes, 0, 0);
  };
}
