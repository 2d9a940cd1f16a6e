import { expect } from 'chai';
import type { AnswerRuleSource } from '../../../src/app/ports/mapping-evaluator.js';
import { runTask } from '../../../src/platform/mapping/run-task.js';

const rule = (when: string, reference?: string, reason?: string): AnswerRuleSource => ({
  when,
  outcome: 'accepted',
  ...(reference === undefined ? {} : { reference }),
  ...(reason === undefined ? {} : { reason }),
});
const answer = (type: string, body: string, status = 200) => ({
  status,
  headers: type === '' ? {} : { 'content-type': type },
  body,
});
const SOAP =
  '<?xml version="1.0"?><s:Envelope xmlns:s="u"><s:Body><r code="007">A &amp; B &#65;</r><r/></s:Body></s:Envelope>';

/** Content type, body, an expression that must be true of it. */
const PARSES: readonly (readonly [string, string, string])[] = [
  ['application/json', '{"result":"ok"}', 'body.result = "ok"'],
  ['application/problem+json; charset=utf-8', '{"result":"ok"}', 'body.result = "ok"'],
  ['text/json', ' [{"a":1},{"a":2}]', '$sum(body.a) = 3'],
  ['application/json', '<html>', '$contains(body, "html") and $not($exists(body.result))'],
  [
    'text/xml',
    SOAP,
    'body.Envelope.Body.r[0].`@code` = "007" and body.Envelope.Body.r[0].`#text` = "A & B A"',
  ],
  ['application/soap+xml', '<a><b>007</b></a>', 'body.a.b = "007"'],
  ['text/xml', '<a><b></a>', '$type(body) = "string"'],
  ['text/xml', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'body.a = "&x;"'],
  [
    'text/xml',
    '<?xml version="1.0"?>\n<!-- don\'t -->\n<!DOCTYPE lead SYSTEM "http://127.0.0.1:1/lead.dtd">\n<lead><result>success</result></lead>',
    'body.lead.result = "success"',
  ],
  [
    'text/xml',
    '<!DOCTYPE a PUBLIC "-//x>" \'y]\' [<!ELEMENT a (b)><!-- ]> don\'t --><!ENTITY % p SYSTEM "q">%p;<?i ]>?>]><a b="1">&amp;</a>',
    'body.a.`@b` = "1" and body.a.`#text` = "&"',
  ],
  [
    'text/xml',
    '<!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]><l>&c;</l>',
    'body.l = "&c;"',
  ],
  ['text/xml', '<!DOCTYPE a><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', '$type(body) = "string"'],
  ['text/xml', '<![CDATA[x]]><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', '$type(body) = "string"'],
  ['text/xml', '<a><!DOCTYPE a [<!ENTITY x "y">]>&x;</a>', '$type(body) = "string"'],
  ['text/xml', '<!DOCTYPE a [<!ENTITY x "y"><a>&x;</a>', '$type(body) = "string"'],
  ['text/xml', '<a><![CDATA[<!DOCTYPE html>]]></a>', 'body.a = "<!DOCTYPE html>"'],
  ['text/html', '\n\n<?xml version="1.0"?><a>1</a>', '$parseXml(body).a = "1"'],
  ['text/html', '\n\ufeff {"a":1}\n', '$parseJson(body).a = 1'],
  ['text/xml', '\r\n\ufeff<a>1</a>', 'body.a = "1"'],
  ['text/xml', '<a>'.repeat(200) + '</a>'.repeat(200), '$type(body) = "string"'],
  [
    'application/x-www-form-urlencoded',
    'status=ok&id=7&id=8&t=a+b%26',
    'body.status = "ok" and $count(body.id) = 2 and body.t = "a b&"',
  ],
  ['text/plain', 'ACCEPTED|123', '$split(body, "|")[1] = "123"'],
  ['text/html', '{"result":"ok"}', '$type(body) = "string" and $parseJson(body).result = "ok"'],
  ['', '{"result":"ok"}', 'body.result = "ok"'],
  ['', '<a>1</a>', 'body.a = "1"'],
  ['', '<no xml', '$type(body) = "string"'],
  ['application/octet-stream', '{"result":"ok"}', 'body.result = "ok"'],
  ['application/json', '', '$not($exists(body)) and status = 200'],
  ['application/json', '{"xml":"<a><b>1</b></a>"}', '$parseXml(body.xml).a.b = "1"'],
  [
    'application/json',
    '{"a":"no"}',
    '$not($exists($parseJson(body.a))) and $not($exists($parseXml(body.b)))',
  ],
  ['application/json', '{"__proto__":{"result":"ok"}}', '$not($exists(body.result))'],
  [
    'application/json',
    '{"id":9007199254740993,"ids":[1234567890123456,12],"price":45.300000000000004}',
    '$string(body.id) = "9007199254740993" and "R" & body.ids[0] = "R1234567890123456" and body.ids[1] = 12 and body.price > 45',
  ],
  ['text/plain', '{"id":9007199254740993}', '$parseJson(body).id = "9007199254740993"'],
  ['text/plain', 'x', 'status in [200, 503] and headers.`content-type` = "text/plain" and status in 200'],
];

/** What, rules, body, what is read. */
const READINGS: readonly (readonly [string, AnswerRuleSource[], string, object])[] = [
  [
    'the first that holds',
    [rule('status = 500'), rule('status = 200'), rule('true')],
    '{}',
    { rule: 2, notes: [] },
  ],
  ['none', [rule('status = 500')], '{}', { rule: 0, notes: [] }],
  ['only what is true', [rule('body.id'), rule('body.ok')], '{"id":7,"ok":true}', { rule: 2, notes: [] }],
  [
    'no true or false, and none',
    [rule('body.id')],
    '{"id":7}',
    { rule: 0, notes: ['rule 1 does not return true or false'] },
  ],
  ['nothing for a broken body', [rule('body.ok')], '{', { rule: 0, notes: ['the body is not JSON'] }],
  [
    'reference and reason',
    [rule('true', 'body.id', 'body.why')],
    '{"id":7,"why":" so "}',
    { rule: 1, reference: '7', reason: 'so', notes: [] },
  ],
  [
    'the evidence of a return',
    [{ when: 'true', outcome: 'returned', reason: 'body.code', evidence: 'body.note' }],
    '{"code":"bad_phone","note":" It rings out "}',
    { rule: 1, reason: 'bad_phone', evidence: 'It rings out', notes: [] },
  ],
  [
    'no reference that is no text',
    [rule('true', 'body', 'body.why')],
    '{"why":""}',
    { rule: 1, notes: ['reference does not return text', 'reason does not return text'] },
  ],
  [
    'a reference of 16 digits',
    [rule('true', 'body.id')],
    '{"id":1764123456789012}',
    { rule: 1, reference: '1764123456789012', notes: [] },
  ],
  [
    'a reference of more digits than a number keeps',
    [rule('true', 'body.id', '"No " & body.id')],
    '{"id":12345678901234567890}',
    { rule: 1, reference: '12345678901234567890', reason: 'No 12345678901234567890', notes: [] },
  ],
  [
    'no reference whose last digits the rule itself has lost',
    [rule('true', '$number(body.id)')],
    '{"id":9007199254740993}',
    { rule: 1, notes: ['reference does not return text'] },
  ],
  [
    'no reference that fails',
    [rule('true', '$number("x")')],
    '{}',
    { rule: 1, notes: ['reference fails at "number": a value is not a number (D3030)'] },
  ],
  [
    'no endless reference',
    [rule('true', '$pad("", 301, "x")')],
    '{}',
    { rule: 1, notes: ['reference does not return text'] },
  ],
];

/** A price expression, body, what is read of it. */
const PRICES: readonly (readonly [string, string, object])[] = [
  ['body.pays', '{"pays":45.5}', { price_cents: 4550 }],
  ['body.pays', '{"pays":"45.505"}', { price_cents: 4551 }],
  ['body.pays', '{"pays":0}', { price_cents: 0 }],
  ['body.pays', '{"pays":1.005}', { price_cents: 101 }],
  ['body.a + body.b', '{"a":0.1,"b":0.2}', { price_cents: 30 }],
  ['$number($substringAfter(body.pays, "$"))', '{"pays":"$12.30"}', { price_cents: 1230 }],
  ['body.pays', '{}', { notes: ['price gives nothing: the answer has none there'] }],
  ['body.pays', '{"pays":null}', { notes: ['price gives nothing: the answer has none there'] }],
  ['body.pays', '{"pays":""}', { notes: ['price gives nothing: the answer has none there'] }],
  ['body.pays', '{"pays":-1}', { notes: ['price does not return an amount'] }],
  ['body.pays', '{"pays":"$12.30"}', { notes: ['price does not return an amount'] }],
  ['body.pays', '{"pays":1000000.01}', { notes: ['price does not return an amount'] }],
  ['body.pays', '{"pays":true}', { notes: ['price does not return an amount'] }],
  [
    '$number(body.pays)',
    '{"pays":"much"}',
    { notes: ['price fails at "number": a value is not a number (D3030)'] },
  ],
];

/** Content type, body, why no rule could read it. */
const TEXTS: readonly (readonly [string, string, string | undefined])[] = [
  [
    'text/html',
    '{"a":1}',
    'the body is text, because Content-Type does not say JSON: $parseJson(body) reads it',
  ],
  [
    'text/plain',
    '\n<a>1</a>',
    'the body is text, because Content-Type does not say XML: $parseXml(body) reads it',
  ],
  ['text/html', '<!DOCTYPE html><html><p>Thank you</p></html>', undefined],
  ['text/html', '<html><p>Thank you</p></html>', undefined],
  ['text/html', '{"a":', undefined],
  ['text/plain', 'ACCEPTED', undefined],
  ['application/json', '{"a":', 'the body is not JSON'],
  ['text/xml', '<a>', 'the body is not XML'],
  ['', '{"a":', undefined],
];

describe('answers of mappings', () => {
  for (const [type, body, why] of TEXTS)
    it(`says why no rule reads ${type || 'no type'} ${body}`, async () => {
      const rules = [rule('body.a = 2')];
      const read = await runTask<'read'>({ kind: 'read', rules, answer: answer(type, body) });
      expect(read).to.deep.equal({ ok: true, value: { rule: 0, notes: why === undefined ? [] : [why] } });
    });

  for (const [type, body, when] of PARSES)
    it(`reads ${type || 'no type'} ${body.slice(0, 50)}: ${when}`, async () => {
      const read = await runTask<'read'>({ kind: 'read', rules: [rule(when)], answer: answer(type, body) });
      expect(read).to.deep.include({ ok: true }).and.to.have.nested.property('value.rule', 1);
    });

  for (const [what, rules, body, value] of READINGS)
    it(`reads ${what}`, async () => {
      const read = await runTask<'read'>({ kind: 'read', rules, answer: answer('application/json', body) });
      expect(read).to.deep.equal({ ok: true, value });
    });

  for (const [price, body, value] of PRICES)
    it(`reads the price ${price} of ${body}: ${JSON.stringify(value)}`, async () => {
      const rules = [{ ...rule('true'), price }];
      const read = await runTask<'read'>({ kind: 'read', rules, answer: answer('application/json', body) });
      expect(read).to.deep.equal({ ok: true, value: { rule: 1, notes: [], ...value } });
    });

  it('ends the reading at a rule that fails, though a later one would hold', async () => {
    const rules = [rule('body.score > 5'), rule('status = 200')];
    const read = await runTask<'read'>({
      kind: 'read',
      rules,
      answer: answer('application/json', '{"score":"secret"}'),
    });
    expect(read).to.deep.equal({
      ok: false,
      fault: 'rule 1 fails at ">": a value has the wrong type (T2009)',
    });
  });

  /** Content type, body, expression, what comes of it. */
  const LISTS: readonly (readonly [string, string, string, object])[] = [
    [
      'application/json',
      '{"m":[{"i":1}]}',
      'body.m.{ "reference": i }',
      { ok: true, value: { reference: 1 } },
    ],
    ['application/json', '{"m":[]}', 'body.m.{ "reference": i }', { ok: true, value: null }],
    [
      'application/json',
      '{"m":[{"i":1,"i":2},{"i":3}]}',
      'body.m.{ "reference": i }',
      {
        ok: true,
        value: { reference: 3 },
        left_out: ['entry 1 is left out: results reads the key "i", which is there twice in its object'],
      },
    ],
    [
      'application/json',
      '{"m":[],"m":[{"i":3}]}',
      'body.m.{ "reference": i }',
      { ok: false, fault: 'results reads the key "m", which is there twice in its object' },
    ],
    [
      'application/json',
      '{"m":{"i":"\\ud83d"}}',
      'body.m.{ "reference": i }',
      { ok: true, value: { reference: '\ufffd' }, left_out: ['broken characters of it became U+FFFD'] },
    ],
    ['application/json', '{', 'body.m', { ok: false, fault: 'the answer is not JSON' }],
    ['text/html', '<p>', 'body.m', { ok: false, fault: 'results gives nothing, and the answer is text' }],
    [
      'application/json',
      '{}',
      'body.m + 1 + "a"',
      { ok: false, fault: 'results fails at "+": a value has the wrong type (T2002)' },
    ],
  ];
  for (const [type, body, source, made] of LISTS)
    it(`lists ${body} by ${source}`, async () => {
      expect(await runTask<'list'>({ kind: 'list', source, answer: answer(type, body) })).to.deep.equal(made);
    });
});
