import type { Fault, Fuzzed } from './fuzz.js';
import type { FuzzOptions } from './options.js';

const SHOWN_FAULTS = 10;
const SHOWN_BODY = 1_500;

/** What was sent and answered, in lines for people. */
export function reportOf(
  { sent, unavailable, faults, answers, times, seconds }: Fuzzed,
  { seed }: FuzzOptions,
): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string =>
    `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`;
  return [
    ...[...answers]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, n]) => `${String(n).padStart(7)}  ${name}`),
    '',
    ...faults.slice(0, SHOWN_FAULTS).flatMap(linesOf),
    `${sent} requests in ${seconds.toFixed(1)} s (${Math.round(sent / seconds)}/s), seed ${seed}`,
    `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)}`,
    ...(unavailable > 0 ? [`${unavailable} were 503, and answered when they were sent again`] : []),
    faults.length === 0
      ? 'no other 5xx, no answer outside /openapi.json'
      : `${faults.length} FAULTS; again with: npm run fuzz -- --seed ${seed} --requests ${sent}`,
  ].join('\n');
}

const linesOf = ({ nth, request, what }: Fault): string[] => [
  `request ${nth}: ${request.method} ${request.path} (key: ${request.key})`,
  ...what.map((line) => `    ${line}`),
  `    ${JSON.stringify(request.raw ?? { headers: request.headers, body: request.body?.toString() }).slice(0, SHOWN_BODY)}`,
  '',
];
