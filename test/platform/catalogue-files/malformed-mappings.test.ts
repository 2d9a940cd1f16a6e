import { describeFaults, type Case } from './describe-faults.js';

const ROOTS =
  'lead, tracking, consent, answers, program, offer, affiliate, lead_id, search_id, callback_url, now';
const DELIVERY = '40 offer nursing: "delivery.';

/** A body on line 40 of the base, and what is told of it. */
const body = (what: string, source: string, ...problems: string[]): Case => [
  what,
  40,
  `      body: '${source}'`,
  ...problems.map((problem) => `${DELIVERY}body" ${problem}`),
];
/** One answer rule on line 41. */
const rule = (what: string, text: string, ...faults: string[]): Case => [
  what,
  40,
  `      answers:\n        - { ${text} }`,
  ...faults.map((fault) => `41 offer nursing: "delivery.answers[0]${fault}`),
];

describeFaults('malformed mappings', [
  body('no end', '{ "a": lead', 'is not valid JSONata: Expected "}" before end of expression'),
  body('no expression', '{{lead.email}}', 'is not valid JSONata: Expected ":", got "}"'),
  body('nothing', '  ', 'is not valid JSONata: Unexpected end of expression'),
  body(
    'an unknown root',
    '{ "a": laed.personal.email }',
    'uses "laed", which does not exist here (did you mean "lead"?)',
  ),
  body('a root like none', '{ "a": xyzzy }', `uses "xyzzy", which does not exist here: there is ${ROOTS}`),
  body(
    'an unknown field',
    'lead.personal.{ "a": frist_name, "b": $.email }',
    'uses "frist_name", which does not exist here (did you mean "first_name"?)',
  ),
  body(
    'an unknown group',
    '{ "a": $$.lead.adress.city }',
    'uses "adress", which does not exist here (did you mean "address"?)',
  ),
  body(
    'an unknown root inside calls',
    '{ "a": $map([1], function($v) { $uppercase(prgram.value) & $v }) }',
    'uses "prgram", which does not exist here (did you mean "program"?)',
  ),
  body(
    'an unknown root in a condition',
    '{ "a": $exists(lead) ? leads[0] : now }',
    'uses "leads", which does not exist here (did you mean "lead"?)',
  ),
  body(
    'an unknown function',
    '{ "a": $uppercas(now) }',
    'uses "$uppercas", which is no function or variable (did you mean "$uppercase"?)',
  ),
  body(
    'a function without $',
    '{ "a": uppercase(now) }',
    'calls "uppercase", which is no function (did you mean "$uppercase"?)',
  ),
  body(
    'an unknown variable',
    '($a := lead; { "a": $unknowable.personal.email })',
    'uses "$unknowable", which is no function or variable',
  ),
  body(
    '$eval',
    '{ "a": $eval(answers.code) }',
    'uses "$eval", which would run what a stranger wrote: $parseJson reads JSON',
  ),
  body(
    'a result outside of a partner',
    '{ "a": result.reference }',
    `uses "result", which does not exist here: there is ${ROOTS}`,
  ),
  body(
    'two faults',
    '{ "a": leed.x, "b": noww }',
    'uses "leed", which does not exist here (did you mean "lead"?)',
    'uses "noww", which does not exist here (did you mean "now"?)',
  ),
  body(
    'names that nobody knows beforehand',
    '{ "a": tracking.gclid, "b": answers.whatever[0].x, "c": *.x, "d": **.y, "e": answers.(a & b) }',
  ),
  body(
    'variables of its own',
    '($x := lead; $f := function($p, $q) { $p.a & $q }; lead.personal@$l#$i.{ "a": $l, "i": $i, "x": $f($x, 1) })',
  ),
  body(
    'our functions',
    '{ "a": $xml({ "b": 1 }), "c": $parseXml(now), "d": $parseJson(now), "e": $sha256(now) & $md5(now) & $now() }',
  ),
  body(
    'a sort and a group',
    '{ "a": tracking^(>at).utm, "b": answers{key: value}, "c": answers ~> |x|{ "y": 1 }| }',
  ),
  [
    'a line of a text',
    40,
    '      body: |\n        {\n          "a": lead.personal.email,\n          "b": lead.personal.emial\n        }\n      encoding: form',
    '43 offer nursing: "delivery.body" uses "emial", which does not exist here (did you mean "email"?)',
  ],
  [
    'a line of a text that ends too early',
    40,
    '      body: |\n        {\n          "a": now',
    '42 offer nursing: "delivery.body" is not valid JSONata: Expected "}" before end of expression',
  ],
  [
    'a folded text',
    40,
    '      body: >\n        { "a":\n        x }',
    `40 offer nursing: "delivery.body" uses "x", which does not exist here: there is ${ROOTS}`,
  ],
  ['no text', 40, '      body: { a: 1 }', `${DELIVERY}body" must be text: put it in quotes`],

  rule(
    'an unknown outcome',
    'when: "true", outcome: acepted',
    '.outcome" must be accepted, rejected, duplicate, pending, retry, returned, revoked or stage (did you mean "accepted"?)',
  ),
  rule('no condition', 'outcome: accepted', '.when" is missing'),
  rule(
    'a condition that is no text',
    'when: true, outcome: accepted',
    '.when" must be text: put it in quotes',
  ),
  rule(
    'a rule of a lead',
    "when: 'lead.x = 1', outcome: accepted",
    '.when" uses "lead", which does not exist here: there is status, headers, body',
  ),
  rule(
    'a wrong status',
    "when: 'staus = 1', outcome: accepted, reference: bdy.id, reason: 'body.'",
    '.when" uses "staus", which does not exist here (did you mean "status"?)',
    '.reference" uses "bdy", which does not exist here (did you mean "body"?)',
    '.reason" is not valid JSONata: Unexpected end of expression',
  ),
  rule(
    'a key of none',
    "when: 'true', outcome: accepted, referense: x",
    '.referense" is not a key here (did you mean "reference"?)',
  ),
  rule(
    'pending without a name',
    "when: 'true', outcome: pending",
    '" is pending and needs "reference", by which follow_up asks',
  ),
  rule(
    'a price of a refusal',
    "when: 'true', outcome: rejected, price: body.pays",
    '.price" belongs to an accepted answer, and this outcome is rejected',
  ),
  rule(
    'evidence of a refusal',
    "when: 'true', outcome: rejected, evidence: body.note",
    '.evidence" belongs to a return, and this outcome is rejected',
  ),
  rule(
    'a price that is no expression',
    "when: 'true', outcome: accepted, price: 45",
    '.price" must be text: put it in quotes',
  ),
  rule(
    'a price of the lead',
    "when: 'true', outcome: accepted, price: offer.price",
    '.price" uses "offer", which does not exist here: there is status, headers, body',
  ),
  rule(
    'what a rule can be',
    'when: \'status in [429, 503] or headers.`retry-after` = "1"\', outcome: pending, reference: body.id, reason: $string(body.code)',
  ),
  [
    'a rule that is never reached',
    40,
    "      answers:\n        - { when: 'true', outcome: accepted }\n        - { when: 'status = 1', outcome: retry }",
    '42 offer nursing: "delivery.answers[1]" is never reached: rule 1 always holds',
  ],
  ['no rules', 40, '      answers: []', `${DELIVERY}answers" must have at least one item`],
  [
    'a follow-up',
    41,
    '      follow_up:\n        url: "https://crm.example/${reference}"\n        every: 1m\n        for: 72h\n        answers: [{ when: "stat = 1", outcome: accepted }]',
    '45 offer nursing: "delivery.follow_up.answers[0].when" uses "stat", which does not exist here (did you mean "status"?)',
  ],

  [
    "a partner's three places",
    37,
    `    kind: partner
    partner:
      search:
        url: https://p.example/
        encoding: form
        body: '{ "l": lead.address.zip_code, "i": lead_id, "p": program }'
        results: 'matches.{ "reference": idd }'
      submit:
        url: https://p.example/s
        body: '{ "r": result.reference, "x": result.refrence }'
    x-rest:`,
    '42 offer nursing: "partner.search.body" uses "lead_id", which does not exist here (did you mean "lead"?)',
    '42 offer nursing: "partner.search.body" uses "program", which does not exist here: there is lead, tracking, consent, offer, affiliate, search_id, now',
    '43 offer nursing: "partner.search.results" uses "matches", which does not exist here: there is status, headers, body',
    '46 offer nursing: "partner.submit.body" uses "refrence", which does not exist here (did you mean "reference"?)',
    '47 offer nursing: "x-rest" is not a key here',
  ],
]);
