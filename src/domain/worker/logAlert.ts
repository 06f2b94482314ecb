/** What keeps a program from its model or its host, as its own output says. */
export interface LogAlert {
  readonly kind: 'rateLimit' | 'network';
  /** When the limit ends, ms UTC; null where the program does not say. */
  readonly resetsAt: number | null;
}

/** A program repeats itself while it waits, or ends: what it printed after such a line is short. */
const maxLinesAfter = 8;
/** Longer lines are output of tools. */
const maxLineLength = 2000;
/** How a line of ours begins, see `WorkerLog`. */
const ourMark = '\u2500\u2500 ';
/** What programs print before an error: a bullet or a mark, a tag in brackets, words such as `Error:`. */
const before =
  '^\\s*(?:[\\u2022-\\u27bf!>]\\s*)*(?:\\[[^\\]]{0,40}\\]\\s*)?' +
  '(?:(?:[A-Za-z]*[Ee]rror|ERROR|WARN(?:ING)?|stream error|fatal)(?:\\s+\\d{3})?:\\s*)*';

/**
 * Lines of the known programs, from their beginning: what quotes such words, in code, a diff or a sentence, begins differently. Claude Code,
 * Codex, Gemini, Copilot, opencode, GitHub's API, and what Node.js, curl and git say of the network.
 */
const patterns: readonly (readonly [LogAlert['kind'], RegExp])[] = [
  [
    'rateLimit',
    new RegExp(
      `${before}(?:${[
        "(?:Claude(?: AI)? |You(?:['\\u2019]ve| have) (?:hit|reached) your |Your )?(?:[\\w-]+ )?(?:usage |session |weekly |monthly )?limit reached\\b",
        "You(?:['\\u2019]ve| have) (?:hit|reached|exceeded) your (?:[\\w-]+ ){0,3}(?:limit|quota)\\b",
        "Sorry, you(?:['\\u2019]ve| have) (?:hit|reached|exceeded) (?:your|a) (?:[\\w-]+ ){0,3}(?:rate )?limits?\\b",
        '(?:\\[?API Error: )?You exceeded your current quota\\b',
        '(?:API )?[Rr]ate limit (?:reached for |exceeded\\b)',
        'API Error:? (?:\\(?429\\b|Rate limit|.{0,40}rate_limit_error)',
        'exceeded retry limit, last status: 429\\b',
        '(?:HTTP )?429 Too Many Requests\\b',
        'Too Many Requests\\b',
        'Attempt \\d+ failed with status 429\\b',
      ].join('|')})`,
    ),
  ],
  [
    'network',
    new RegExp(
      `${before}(?:${[
        'API Error:? \\(?(?:Connection error|Request timed out)',
        'Unable to connect to (?:the )?API\\b',
        'error sending request for url \\(',
        'stream disconnected before completion\\b',
        '(?:request to \\S+ failed, reason: )?getaddrinfo (?:ENOTFOUND|EAI_AGAIN)\\b',
        'connect (?:ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\\b',
        'fetch failed$',
        "(?:unable to access '[^']+': )?Could not resolve host:? ",
        '(?:curl: \\(\\d+\\) )?(?:Could not resolve host|Failed to connect to) ',
      ].join('|')})`,
    ),
  ],
];

/**
 * What the end of a program's log says is in its way; undefined where nothing is, or where it went on. `at` is when the last line was
 * printed, ms UTC.
 */
export function alertIn(log: string, at: number): LogAlert | undefined {
  const printed: string[] = [];
  for (const line of log.split('\n').reverse()) {
    if (line.startsWith(ourMark) && printed.length > 0) break;
    if (line.trim() !== '' && !line.startsWith(ourMark)) printed.push(line);
    if (printed.length > maxLinesAfter) break;
  }
  for (const [index, line] of printed.entries()) {
    if (line.length > maxLineLength) continue;
    const kind = patterns.find(([, pattern]) => pattern.test(line))?.[0];
    if (kind === undefined) continue;
    // The time is on the line, or on the one after it.
    const resetsAt = kind === 'network' ? null : (resetIn(line, at) ?? resetIn(printed[index - 1] ?? '', at));
    return { kind, resetsAt: resetsAt ?? null };
  }
  return undefined;
}

const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

/** When a limit ends by a line's own words. */
function resetIn(line: string, at: number): number | undefined {
  const epoch = /(?:reached\||reset:? )(\d{10})\b/i.exec(line)?.[1];
  if (epoch !== undefined) return Number(epoch) * 1000;
  const after = /retry[- ]after:? (\d{1,6})\b/i.exec(line)?.[1];
  if (after !== undefined) return at + Number(after) * 1000;
  const span =
    /\bin ((?:\d+(?:\.\d+)?\s*(?:days?|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|d)\b[ ,]*(?:and )?)+)/i.exec(
      line,
    );
  if (span !== null) {
    const parts = [...(span[1] ?? '').matchAll(/(\d+(?:\.\d+)?)\s*([dhms])/gi)];
    return (
      at + parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit?.toLowerCase() ?? ''] ?? 0), 0)
    );
  }
  const [, date = '', hour, minute = '00', half, zone] =
    /\b(?:resets|reset at|again at|until)\s+(?:at\s+)?((?:[A-Z][a-z]{2} \d{1,2}(?:st|nd|rd|th)?(?:, \d{4})?,? (?:at )?)?)(\d{1,2})(?::(\d{2}))?\s*([ap]m)?(?:\s*\(([A-Za-z_]+(?:\/[A-Za-z_]+)*)\))?/i.exec(
      line,
    ) ?? [];
  if (hour === undefined || (half === undefined && !line.includes(`${hour}:${minute}`))) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (hours > 23 || Number(minute) > 59) return undefined;
  return nextTime(
    date.replace(/(\d)(?:st|nd|rd|th)/, '$1').replace(/,?\s*(?:at )?$/, ''),
    hours * 60 + Number(minute),
    zone,
    at,
  );
}

/** The first moment after `at` at which a clock shows this minute of the day, on a date if one is given: `Nov 28` or `Nov 28, 2026`. */
function nextTime(date: string, minuteOfDay: number, zone: string | undefined, at: number): number | undefined {
  if (date !== '') {
    const dated = /\d{4}$/.test(date) ? date : `${date}, ${new Date(at).getFullYear()}`;
    const midnight = Date.parse(dated);
    return Number.isNaN(midnight) ? undefined : midnight + minuteOfDay * 60_000;
  }
  const minute = 60_000;
  const clock = clockOf(zone);
  const begin = Math.floor(at / minute) * minute;
  for (let time = begin + minute; time <= begin + 25 * 60 * minute; time += minute) {
    if (clock(time) === minuteOfDay) return time;
  }
  return undefined;
}

/** The minute of the day in a time zone; in that of the machine where it is none. */
function clockOf(zone: string | undefined): (time: number) => number {
  const local = (time: number): number => new Date(time).getHours() * 60 + new Date(time).getMinutes();
  if (zone === undefined) return local;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
    });
    return time => {
      const [hours, minutes] = format.format(time).split(':').map(Number);
      return (hours ?? 0) * 60 + (minutes ?? 0);
    };
  } catch {
    return local;
  }
}
