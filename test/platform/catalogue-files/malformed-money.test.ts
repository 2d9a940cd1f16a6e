import { describeFaults, type Case } from './describe-faults.js';

const AMOUNT = 'must be an amount from 0 to 1000000 with at most two decimals';
const SHARE = 'must be a share like 10% or 2.5%, from 0% to 100%, with at most two decimals';
const CODE = 'must be 1 to 40 of the characters a-z, 0-9 and _';
const returns = (rest: string): string =>
  `    returns: { within: 14d, reasons: [{ code: a, label: A }], ${rest} }`;

const books = (what: string, group: string, fault: string): Case => [
  what,
  1,
  `version: 1\nbooks: ${group}`,
  `2 ${fault}`,
];

describeFaults('malformed books', [
  books(
    'no such currency',
    '{ currency: EUX }',
    '"books.currency" names no currency of ISO 4217 (did you mean "EUR"?)',
  ),
  books(
    'a currency in small letters',
    '{ currency: usd }',
    '"books.currency" names no currency of ISO 4217 (did you mean "USD"?)',
  ),
  books(
    'a currency without decimals',
    '{ currency: JPY }',
    '"books.currency" must be a currency with two decimals, and JPY has 0',
  ),
  books(
    'a currency with three',
    '{ currency: KWD }',
    '"books.currency" must be a currency with two decimals, and KWD has 3',
  ),
  books(
    'a currency of every object',
    '{ currency: constructor }',
    '"books.currency" names no currency of ISO 4217',
  ),
  books(
    'no such zone',
    '{ time_zone: America/Chicgo }',
    '"books.time_zone" names no time zone (did you mean "America/Chicago"?)',
  ),
  books('no group', 'USD', '"books" must be a group of keys'),
  books('nothing', '', '"books" has no value'),
  books('another key', '{ zone: UTC }', '"books.zone" is not a key here'),
]);

describeFaults('malformed prices', [
  [
    'a negative price of a program',
    28,
    '      - { value: bsn, label: Bachelor, price: -0.01 }',
    `28 offer nursing: "programs[0].price" ${AMOUNT}`,
  ],
  [
    'a range without its price',
    19,
    '    price: 42.50\n    price_range: [42.51, 60]',
    '20 offer nursing: "price_range" must be the least and the most price, with `price` between them',
  ],
  [
    'a range the wrong way round',
    48,
    '        payout_range: [31, 30]',
    '48 campaign edu: "offers[0].payout_range" must be the least and the most payout, with `payout` between them',
  ],
  [
    'fractions of a cent in a campaign',
    48,
    '        price: 30.005',
    `48 campaign edu: "offers[0].price" ${AMOUNT}`,
  ],
  [
    'fractions of a cent for a program',
    48,
    '        prices: { msn: 0.001 }',
    `48 campaign edu: "offers[0].prices.msn" ${AMOUNT}`,
  ],
  [
    'a price for no program of the offer',
    48,
    '        prices: { mns: 30 }',
    '48 campaign edu: "offers[0].prices.mns" names no program of the offer: "mns"',
  ],
  [
    'prices that are no group',
    48,
    '        prices: 30',
    '48 campaign edu: "offers[0].prices" must be a group of keys',
  ],
]);

describeFaults('malformed returns', [
  [
    'nothing in them',
    13,
    '    returns: {}',
    '13 buyer lakeshore: "returns.within" is missing',
    '13 buyer lakeshore: "returns.reasons" is missing',
  ],
  [
    'no reason',
    13,
    '    returns: { within: 14d, reasons: [] }',
    '13 buyer lakeshore: "returns.reasons" must have at least one item',
  ],
  [
    'a window without a unit',
    13,
    '    returns: { within: 14, reasons: [{ code: a, label: A }] }',
    '13 buyer lakeshore: "returns.within" must be a duration like 10s, 30m, 72h or 90d',
  ],
  [
    'too long a window',
    13,
    '    returns: { within: 366d, reasons: [{ code: a, label: A }] }',
    '13 buyer lakeshore: "returns.within" must be from 1s to 365d',
  ],
  [
    'a share without a sign',
    13,
    returns('max_share: 10'),
    `13 buyer lakeshore: "returns.max_share" ${SHARE}`,
  ],
  ['a share over all', 13, returns('max_share: 100.01%'), `13 buyer lakeshore: "returns.max_share" ${SHARE}`],
  ['a negative share', 13, returns('max_share: "-1%"'), `13 buyer lakeshore: "returns.max_share" ${SHARE}`],
  ['three decimals', 13, returns('max_share: 1.005%'), `13 buyer lakeshore: "returns.max_share" ${SHARE}`],
  [
    'yes as text',
    13,
    returns('release_claim: "yes"'),
    '13 buyer lakeshore: "returns.release_claim" must be true or false',
  ],
  [
    'a key with a typing error',
    13,
    returns('reverse_payouts: true'),
    '13 buyer lakeshore: "returns.reverse_payouts" is not a key here (did you mean "reverse_payout"?)',
  ],
  [
    'a review without a deadline',
    13,
    returns('review: { past_deadline: accept }'),
    '13 buyer lakeshore: "returns.review.decide_within" is missing',
  ],
  [
    'a review shorter than an hour',
    13,
    returns('review: { decide_within: 30m }'),
    '13 buyer lakeshore: "returns.review.decide_within" must be from 1h to 30d',
  ],
  [
    'another end of a review',
    13,
    returns('review: { decide_within: 3d, past_deadline: accepted }'),
    '13 buyer lakeshore: "returns.review.past_deadline" must be decline or accept (did you mean "accept"?)',
  ],
  [
    'a reason that nobody reviews, and nobody has',
    13,
    returns('review: { decide_within: 3d, accept_at_once: [z] }'),
    '13 buyer lakeshore: "returns.review.accept_at_once[0]" is the code of no reason: "z"',
  ],
  [
    'a code with a space',
    36,
    '    returns: { within: 1d, reasons: [{ code: "bad phone", label: A }] }',
    `36 offer nursing: "returns.reasons[0].code" ${CODE}`,
  ],
  [
    'a code that every object has',
    36,
    '    returns: { within: 1d, reasons: [{ code: __proto__, label: A }] }',
    '36 offer nursing: "returns.reasons[0].code" can\'t be "__proto__", a word with a meaning of its own',
  ],
  [
    'a reason without label',
    36,
    '    returns: { within: 1d, reasons: [{ code: a }] }',
    '36 offer nursing: "returns.reasons[0].label" is missing',
  ],
  [
    'a code twice',
    36,
    '    returns:\n      within: 1d\n      reasons:\n        - { code: a, label: A }\n        - { code: b, label: B }\n        - { code: a, label: C }',
    '41 offer nursing: "returns.reasons[2].code" is the code of another reason: "a"',
  ],
  [
    'returns of a campaign',
    48,
    '    returns: { within: 1d, reasons: [{ code: a, label: A }] }'.replace(/^/, '    '),
    '48 campaign edu: "offers[0].returns" is not a key here',
  ],
]);
