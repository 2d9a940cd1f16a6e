import { describeFaults } from './describe-faults.js';

const AMOUNT = 'must be an amount from 0 to 1000000 with at most two decimals';

describeFaults('malformed destinations and campaigns', [
  // Delivery and partners
  [
    'a partner offer without partner',
    37,
    '    kind: partner\n    delivery:',
    '15 offer nursing: the entry needs "partner", as it is a partner offer',
    '38 offer nursing: "delivery" can\'t be given for a partner offer: its submit address is partner.submit',
  ],
  [
    'a partner of a direct offer',
    36,
    '    partner: { search: { url: https://p.example/, breaker: { offer_while_open: true } } }',
    '36 offer nursing: "partner.search.breaker.offer_while_open" is not a key here',
    '36 offer nursing: "partner.submit" is missing',
    '36 offer nursing: "partner" can\'t be given for a direct offer',
  ],
  [
    'plain http',
    38,
    '      url: http://crm.example/leads',
    '38 offer nursing: "delivery.url" must begin with https:// (or set insecure_http: true on a test system)',
  ],
  [
    'no whole address',
    38,
    '      url: crm.example/leads',
    '38 offer nursing: "delivery.url" must be a whole address that begins with https://',
  ],
  [
    'a password in the address',
    38,
    '      url: https://u:p@crm.example/',
    '38 offer nursing: "delivery.url" can\'t hold a name or password: write an Authorization header with ${secret:NAME}',
  ],
  [
    'a secret in the address',
    38,
    '      url: https://crm.example/${secret:X}',
    '38 offer nursing: "delivery.url" can\'t hold ${…}: a secret belongs into a header',
  ],
  [
    'no address, no method',
    38,
    '      method: GET',
    '37 offer nursing: "delivery.url" is missing',
    '38 offer nursing: "delivery.method" must be POST or PUT',
  ],
  [
    'another encoding',
    40,
    '      encoding: xml',
    '40 offer nursing: "delivery.encoding" needs "body": our own shape is written as json only',
  ],
  [
    'no encoding',
    40,
    '      encoding: fxml',
    '40 offer nursing: "delivery.encoding" must be json, form or xml (did you mean "xml"?)',
  ],
  [
    'no rate, no room, no patience',
    40,
    '      throttle: { per_minute: 0 }\n      max_in_flight: 1.5\n      breaker: { failures: 0, open_for: 11m, offer: x }',
    '40 offer nursing: "delivery.throttle.per_minute" must be at least 1',
    '41 offer nursing: "delivery.max_in_flight" must be a whole number',
    '42 offer nursing: "delivery.breaker.failures" must be at least 1',
    '42 offer nursing: "delivery.breaker.open_for" must be from 1s to 10m',
    '42 offer nursing: "delivery.breaker.offer" is not a key here',
  ],
  [
    'half a throttle',
    40,
    '      throttle: {}',
    '40 offer nursing: "delivery.throttle.per_minute" is missing',
  ],
  [
    'a secret that is written and not named',
    40,
    '      callback: { secret: hunter2, header: X }',
    '40 offer nursing: "delivery.callback.secret" must be ${secret:NAME}: the environment has the secret itself',
    '40 offer nursing: "delivery.callback.header" is not a key here',
  ],
  [
    'a callback without a secret',
    40,
    '      callback: { }',
    '40 offer nursing: "delivery.callback.secret" is missing',
  ],
  [
    'two secrets in one',
    40,
    '      callback: { secret: "${secret:A}${secret:B}" }',
    '40 offer nursing: "delivery.callback.secret" must be ${secret:NAME}: the environment has the secret itself',
  ],
  [
    'another variable',
    39,
    '      headers: { A: "Bearer ${TOKEN}" }',
    '39 offer nursing: "delivery.headers.A" may hold ${secret:NAME} and no other ${…}',
  ],
  [
    'five bad headers',
    39,
    '      headers: { B d: x, X-A: 1, x-b: a, X-B: b, Host: h, Keep-Alive: timeout=5 }',
    '39 offer nursing: "delivery.headers.X-A" must be text: put it in quotes',
    '39 offer nursing: "delivery.headers.B d" is not the name of a header',
    '39 offer nursing: "delivery.headers.X-B" is a header that is given twice',
    '39 offer nursing: "delivery.headers.Host" is a header that can\'t be set',
    '39 offer nursing: "delivery.headers.Keep-Alive" is a header that can\'t be set',
  ],
  ['too patient', 40, '      timeout: 21s', '40 offer nursing: "delivery.timeout" must be from 100ms to 20s'],
  [
    'asking too seldom',
    41,
    '      follow_up: { url: "https://crm.example/", every: 2h, for: 1h, answers: [] }',
    '41 offer nursing: "delivery.follow_up.answers" must have at least one item',
    '41 offer nursing: "delivery.follow_up.every" is longer than "for"',
  ],

  [
    'bad headers of a follow-up',
    41,
    '      follow_up: { url: "https://crm.example/", every: 1h, for: 2h, headers: { Host: h, A: "${x}" } }',
    '41 offer nursing: "delivery.follow_up.headers.A" may hold ${secret:NAME} and no other ${…}',
    '41 offer nursing: "delivery.follow_up.headers.Host" is a header that can\'t be set',
  ],

  // Campaigns
  [
    'no such affiliate',
    45,
    '    affiliate: southwind',
    '45 campaign edu: "affiliate" names no affiliate: "southwind" (did you mean "northwind"?)',
  ],
  [
    'no such offer',
    47,
    '      - offer: nursin',
    '47 campaign edu: "offers[0].offer" names no offer: "nursin" (did you mean "nursing"?)',
  ],
  [
    'an offer twice',
    47,
    '      - { offer: nursing }\n      - offer: nursing',
    '48 campaign edu: "offers[1].offer" names offer nursing a second time',
  ],
  ['too exact a payout', 48, '        payout: 30.001', `48 campaign edu: "offers[0].payout" ${AMOUNT}`],
  [
    'a payout of no program',
    49,
    '        payouts: { phd: 36 }',
    '49 campaign edu: "offers[0].payouts.phd" names no program of the offer: "phd"',
  ],
  [
    'a negative payout',
    49,
    '        payouts: { msn: -36 }',
    `49 campaign edu: "offers[0].payouts.msn" ${AMOUNT}`,
  ],
  [
    'a cap of no program of the offer',
    50,
    '        caps: [{ window: day, limit: 2, program: phd }]',
    '50 campaign edu: "offers[0].caps[0].program" names no program of the offer: "phd"',
  ],
  [
    'no submissions',
    44,
    '    name: E\n    max_accepted_submissions: 0',
    '45 campaign edu: "max_accepted_submissions" must be at least 1',
  ],
  [
    'fallbacks as a list',
    44,
    '    name: E\n    allow_fallbacks: [nursing]',
    '45 campaign edu: "allow_fallbacks" must be true or false',
  ],
  [
    "no such zone for a campaign's days",
    44,
    '    name: E\n    time_zone: America/Chicgo',
    '45 campaign edu: "time_zone" names no time zone (did you mean "America/Chicago"?)',
  ],
]);
