import { NO_CAMPAIGN } from '../../core/test-post/test-post-lead.js';
import { formatCents } from '../../core/catalogue/money.js';
import { toMoney } from '../../core/money/payout.js';
import type { PartialResponse } from '../../core/delivery/http-result.js';
import type { PartnerResult } from '../../core/search/partner-result.js';
import {
  NO_TRUE_OR_FALSE,
  type SampleRead,
  type SampleResults,
} from '../../app/test-post/read-sample-answer.js';
import type { Tried } from '../../app/test-post/try-offer.js';
import { refusalText } from './sections.js';
import { renderPairs, renderTable } from './table.js';

const TITLES = { delivery: 'Delivery', search: 'Partner search', submit: 'Partner submit' } as const;

/** Renders a test post: the request as it would be sent, then the answer and how Leadkeep reads it. */
export function renderTry(tried: Tried, from: { readonly catalogue: string; readonly lead: string }): string {
  const { offer, what, refusal, request, missing_secrets, answer, read, read_as, sent, via } = tried;
  const title = `${TITLES[what]} of ${offer}, by ${from.catalogue}; the lead is ${from.lead}.`;
  const checks = refusal
    ? refusal.why === NO_CAMPAIGN
      ? `No campaign of ${from.catalogue.replace('the files given', 'these files')} sells this offer, so no lead can be sent for it (${refusal.code}). The other checks were skipped.`
      : `Leadkeep would refuse this lead and send nothing: ${refusalText(refusal)}.`
    : 'The lead passes the checks. Duplicates, exclusivity, caps, the suppression list and verification services were not checked.';
  const missing = missing_secrets.map(
    (name) => `Secret ${name} is not set in this environment (LEADKEEP_SECRET_${name}).`,
  );
  return [
    title,
    ...(what === 'search' ? [] : [checks]),
    ...missing,
    '',
    `${request.method} ${request.url}`,
    ...headerLines(request.headers),
    '',
    printable(request.body),
    ...(answer
      ? [
          '',
          sent
            ? `Sent${via === undefined ? '' : ` through the proxy ${via}`}. The answer:`
            : 'The sample answer:',
          `HTTP ${answer.status}`,
        ].concat(sent ? [...headerLines(answer.headers), '', printable(answer.body)] : [])
      : ['', 'Nothing was sent.']),
    ...(read_as === undefined ? [] : ['', `The body is read as ${read_as}.`]),
    ...(read ? ['', ...('delivered' in read ? readLines(read) : resultLines(read))] : []),
  ].join('\n');
}

/** What came of an answer that can't be read. */
export const renderPartial = ({ status, headers, body }: PartialResponse): string =>
  [
    'What came:',
    ...(status === undefined ? [] : [`HTTP ${status}`, ...headerLines(headers), '']),
    printable(body.replaceAll('\r\n', '\n')),
  ].join('\n');

const headerLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => printable(`${name}: ${value}`));

/** Replaces control characters: an external answer must not move the cursor or color the terminal. */
const printable = (text: string): string => text.replace(/[^\P{C}\n\t]/gu, '�');

function readLines({ rules, delivered, price, answer }: SampleRead): string[] {
  const said = delivered.kind === 'answered' ? delivered.answer : undefined;
  const first = rules?.find(({ holds }) => holds !== false && holds !== NO_TRUE_OR_FALSE);
  const table = rules
    ? renderTable(
        ['rule', 'holds', 'outcome', 'when'],
        rules.map((rule) => [
          `${rule === first && rule.holds === true ? '→ ' : '  '}${rule.rule}`,
          String(rule.holds),
          rule.outcome,
          rule.when,
        ]),
      )
    : "No rules: answers are in Leadkeep's own format.";
  const after = delivered.kind === 'answered' ? delivered.retry_after_ms : undefined;
  const notes = said ? (delivered.detail ?? '').split('; ').slice(1).join('; ') : '';
  return [
    table,
    '',
    renderPairs([
      ['outcome', said?.outcome ?? `unknown (${delivered.detail ?? 'no rule matches'})`],
      ['reference', said?.reference],
      ['buyer says', said?.reason],
      ['buyer pays', price && priceText(price)],
      ['left out', notes === '' ? undefined : notes],
      ['not before', after === undefined ? undefined : `${Math.ceil(after / 1000)} s`],
      ['affiliate', `${answer.code}, ${answer.status}: "${answer.reason}"`],
    ]),
  ];
}

function priceText({ cents, from }: NonNullable<SampleRead['price']>): string {
  if (from === 'bid')
    return `the bid of the result${cents === null ? '' : `, or ${formatCents(cents)} without one`}`;
  if (cents === null) return 'no price is configured';
  return `${formatCents(cents)} (${from === 'answer' ? 'by the answer' : 'by the catalogue'})`;
}

function resultLines(read: SampleResults): string[] {
  if (!read.ok) return [`No results: ${read.fault}`];
  const { results, faults, programs_out: out = [] } = read;
  const count = results.length === 1 ? '1 result' : `${results.length} results`;
  return [
    results.length === 0 ? 'No results.' : `${count}:`,
    ...(results.length === 0 ? [] : [renderTable(RESULT_HEAD, results.map(resultRow), '  ')]),
    ...out.map(({ program, refusal }) => `  not shown: program ${program}, ${refusalText(refusal)}`),
    ...faults.map((fault) => `  problem: ${printable(fault)}`),
  ];
}

const RESULT_HEAD = ['reference', 'name', 'school', 'programs', 'questions', 'bid', 'expires'];
const resultRow = (result: PartnerResult): string[] => [
  result.reference,
  result.name,
  result.school?.name ?? '',
  result.programs.map(({ value }) => value).join(', '),
  result.questions.map(({ name }) => name).join(', '),
  result.bid_cents === undefined ? '' : String(toMoney(result.bid_cents)),
  result.expires_at?.toISOString() ?? '',
];
