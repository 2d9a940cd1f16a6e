const twoDigits = { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

const cachedBy = <Key extends string, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
};

const momentIn = cachedBy(
  (timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, ...twoDigits, hourCycle: 'h23' }),
);
const momentWithYearIn = cachedBy(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...twoDigits, year: 'numeric', hourCycle: 'h23' }),
);
const exactIn = cachedBy(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' }),
);
const dayIn = cachedBy(
  (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }),
);

const shortDayIn = cachedBy(
  (timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: '2-digit' }),
);
const zoneIn = cachedBy(
  (timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }),
);

const isOld = (at: Date): boolean => Math.abs(Date.now() - at.getTime()) > 300 * 86_400_000;

/** `Nov 22, 14:05`; with the year if that was long ago. */
export function formatMoment(time: string, zone: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return time;
  return (isOld(at) ? momentWithYearIn : momentIn)(zone).format(at);
}

const MOMENT = /\b(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z| UTC)\b/g;

/** A sentence with its moments in another zone than UTC. A text that is nothing but a moment is data, and stays. */
export const withMomentsIn = (sentence: string, zone: string): string =>
  sentence.replace(MOMENT, (written: string, day: string, time: string) => {
    const at = `${day}T${time}Z`;
    return written === sentence || Number.isNaN(Date.parse(at))
      ? written
      : `${formatMoment(at, zone)} ${zoneName(at, zone)}`;
  });

/** `Nov 22`: a whole day of a zone. */
export const formatDay = (time: string, zone: string): string => shortDayIn(zone).format(new Date(time));

/** `CST`: the zone's short name at that time. */
export const zoneName = (time: string, zone: string): string =>
  zoneIn(zone)
    .formatToParts(new Date(time))
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

/** With seconds, year and zone. */
export const formatExact = (time: string, zone: string): string => exactIn(zone).format(new Date(time));

/** `2026-11-22` */
export const dayOf = (at: Date, zone: string): string => dayIn(zone).format(at);

const UNITS: readonly (readonly [name: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** `3 h 20 min`, `45 s`, `120 ms`: the two largest units. */
export function formatLength(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  const first = UNITS.findIndex(([, unit]) => ms >= unit);
  const [name, unit] = UNITS[first] ?? ['s', 1_000];
  const whole = Math.floor(ms / unit);
  const [smallName, small] = UNITS[first + 1] ?? ['', 0];
  const rest = small === 0 ? 0 : Math.floor((ms - whole * unit) / small);
  return rest === 0 || whole >= 10 ? `${whole} ${name}` : `${whole} ${name} ${rest} ${smallName}`;
}

/** `at the start`, `2 min 5 s after the start`. An event of an earlier submission was `3 h before the start` of the present one. */
export function formatSince(start: string, at: string): string {
  const ms = new Date(at).getTime() - new Date(start).getTime();
  if (ms === 0) return 'at the start';
  return ms > 0 ? `${formatLength(ms)} after the start` : `${formatLength(-ms)} before the start`;
}

/** `3 h ago`, `in 20 min`. */
export function formatAgo(time: string, now = Date.now()): string {
  const ms = now - new Date(time).getTime();
  if (Math.abs(ms) < 2_000) return 'just now';
  return ms >= 0 ? `${formatLength(ms)} ago` : `in ${formatLength(-ms)}`;
}

/** Amounts are stored in hundredths, but browsers leave them out for some currencies. */
const moneyIn = cachedBy(
  (currency: string) =>
    new Intl.NumberFormat('en-US', {
      ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
      ...{ minimumFractionDigits: 2, maximumFractionDigits: 2 },
    }),
);

/** Cents as money; `–` if nothing is configured. */
export function formatCents(cents: number | null | undefined, currency = 'USD'): string {
  if (cents === null || cents === undefined) return '–';
  return moneyIn(currency).format(cents / 100);
}

const COUNT = new Intl.NumberFormat('en-US');
export const formatCount = (count: number | null | undefined): string =>
  count === null || count === undefined ? '–' : COUNT.format(count);

/** `12%`, `3.4%`, `97.5%`. Only what is all is 100%, and only what is nothing is 0%. */
export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined) return '–';
  if (share > 0 && share < 0.0005) return '<0.1%';
  if (share >= 0.9995 && share < 1) return '>99.9%';
  const isNearAnEnd = (share > 0 && share < 0.1) || (share > 0.95 && share < 1);
  return `${(share * 100).toFixed(isNearAnEnd ? 1 : 0)}%`;
}

/** `1 lead`, `2 leads`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** A rule of the alerts: `cap use`. */
export const ruleWords = (rule: string): string => rule.replaceAll('_', ' ');
