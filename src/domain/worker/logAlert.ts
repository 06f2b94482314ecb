/** Obstacle between a program and its model or host, from its output. */
export interface LogAlert {
  readonly kind: 'rateLimit' | 'network';
  /** End of the limit, ms UTC; null if the program does not give it. */
  readonly resetsAt: number | null;
}

/** Max lines after such a message: a program repeats it while waiting, or ends. */
const maxLinesAfter = 8;
/** Longer lines are output of tools. */
const maxLineLength = 2000;
/** Prefix of our own lines, see `WorkerLog`. */
const ourMark = '\u2500\u2500 ';
/** Our line that ends a run, as written by `endOfRun`; all others begin something. */
const endMark = new RegExp(`^${ourMark}\\S+ (?:ended |was killed |was stopped |was not found)`);
const escapeCharacter = String.fromCharCode(27);
const colors = new RegExp(`${escapeCharacter}\\[[0-9;]*m`, 'g');
/** A later end of a limit is a mistake of the program or of this parser, in ms. */
const furthestResetMs = 60 * 86_400_000;
/** A server on this machine is not the network. */
const thisMachine = /\blocalhost\b|\b127\.\d+\.\d+\.\d+|::1\b/;
/** Follows a phrase that could also begin a sentence about limits. */
const atEnd = '(?=\\s*(?:$|[.,:;|({!\\u00b7\\u2219]|for\\b))';
/** Prefix of errors: a bullet or mark, a tag in brackets, words such as `Error:`. */
const before =
  '^\\s*(?:[\\u2022-\\u27bf!]\\s*)*(?:\\[[^\\]]{0,40}\\]\\s*)?' +
  '(?:(?:[A-Za-z]*[Ee]rror|ERROR|WARN(?:ING)?|stream error|fatal)(?:\\s+\\d{3})?:\\s*)*';

/** Messages of known programs, matched from the start of a line, unlike quotes in code, a diff or a sentence. */
const patterns: readonly (readonly [LogAlert['kind'], RegExp])[] = [
  [
    'rateLimit',
    new RegExp(
      `${before}(?:${[
        "(?:Claude(?: AI)? |You(?:['\\u2019]ve| have) (?:hit|reached) your |Your )?(?:[\\w-]+ )?(?:usage |session |weekly |monthly )?limit reached" +
          atEnd,
        "You(?:['\\u2019]ve| have) (?:hit|reached|exceeded) your (?:[\\w-]+ ){0,3}(?:limit|quota)\\b",
        "Sorry, you(?:['\\u2019]ve| have) (?:hit|reached|exceeded) (?:your|a) (?:[\\w-]+ ){0,3}(?:rate )?limits?\\b",
        '(?:\\[?API Error: )?You exceeded your current quota\\b',
        '(?:API )?[Rr]ate limit reached for ',
        `(?:API )?[Rr]ate limit exceeded${atEnd}`,
        'API Error:? (?:\\(?429\\b|Rate limit|.{0,40}rate_limit_error)',
        'exceeded retry limit, last status: 429\\b',
        `(?:HTTP )?(?:429 )?Too Many Requests${atEnd}`,
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

/** Undefined if the program continued. `at` is the time of the last line, ms UTC. */
export function alertIn(log: string, at: number): LogAlert | undefined {
  const printed: string[] = [];
  for (const line of log.replaceAll(colors, '').split('\n').reverse()) {
    // Lines before the start of the latest run belong to an earlier one.
    if (line.startsWith(ourMark) && (printed.length > 0 || !endMark.test(line))) break;
    if (line.trim() !== '' && !line.startsWith(ourMark)) printed.push(line);
    if (printed.length > maxLinesAfter) break;
  }
  for (const [index, line] of printed.entries()) {
    if (line.length > maxLineLength) continue;
    const kind = patterns.find(([, pattern]) => pattern.test(line))?.[0];
    if (kind === undefined || (kind === 'network' && thisMachine.test(line))) continue;
    const resetsAt = kind === 'network' ? null : (resetIn(line, at) ?? resetIn(printed[index - 1] ?? '', at));
    const isLikely = resetsAt !== undefined && resetsAt !== null && resetsAt - at <= furthestResetMs;
    return { kind, resetsAt: isLikely ? resetsAt : null };
  }
  return undefined;
}

const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

function resetIn(line: string, at: number): number | undefined {
  const epoch = /(?:reached\||reset:? )(\d{10})\b/i.exec(line)?.[1];
  if (epoch !== undefined) return Number(epoch) * 1000;
  const after = /retry[- ]after:? (\d{1,6})\b(?!\s*[dhm])/i.exec(line)?.[1];
  if (after !== undefined) return at + Number(after) * 1000;
  const span =
    /\b(?:in|after) ((?:\d+(?:\.\d+)?\s*(?:days?|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|d)\b[ ,]*(?:and )?)+)/i.exec(
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

/** First time after `at` at this minute of the day, optionally on a date: `Nov 28` or `Nov 28, 2026`. */
function nextTime(date: string, minuteOfDay: number, zone: string | undefined, at: number): number | undefined {
  const clock = clockOf(zone);
  if (date !== '') {
    const hasYear = /\d{4}$/.test(date);
    const year = new Date(at).getUTCFullYear();
    const onDate = (dated: string): number | undefined => {
      const midnight = Date.parse(`${dated} UTC`);
      if (Number.isNaN(midnight)) return undefined;
      const noon = midnight + minuteOfDay * minute;
      // Time zones differ from UTC by up to 14 hours, in quarters of an hour.
      for (let time = noon - 14 * 60 * minute; time <= noon + 14 * 60 * minute; time += 15 * minute) {
        const [day, shown] = clock(time);
        if (shown === minuteOfDay && day === new Date(midnight).getUTCDate()) return time;
      }
      return undefined;
    };
    const time = onDate(hasYear ? date : `${date}, ${year}`);
    // A past date without a year is in the next one.
    return time !== undefined && !hasYear && time < at - 1440 * minute ? onDate(`${date}, ${year + 1}`) : time;
  }
  const begin = Math.floor(at / minute) * minute;
  for (let time = begin + minute; time <= begin + 25 * 60 * minute; time += minute) {
    if (clock(time)[1] === minuteOfDay) return time;
  }
  return undefined;
}

const minute = 60_000;

/** Clock of a time zone, or of the machine if it is not a valid zone. */
function clockOf(zone: string | undefined): (time: number) => readonly [day: number, minute: number] {
  const local = (time: number): readonly [number, number] => {
    const date = new Date(time);
    return [date.getDate(), date.getHours() * 60 + date.getMinutes()];
  };
  if (zone === undefined) return local;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    return time => {
      const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
      return [parts.get('day') ?? 0, (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0)];
    };
  } catch {
    return local;
  }
}
