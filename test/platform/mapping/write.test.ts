import { expect } from 'chai';
import type { Encoding } from '../../../src/core/catalogue/types.js';
import { runTask } from '../../../src/platform/mapping/run-task.js';

const INPUT = {
  lead: { personal: { first_name: 'Zoë & <Co>', phone: '3125550123' }, address: {} },
  program: { value: 'bsn', label: 'B' },
  answers: { a: ['x', 'y'], n: 1.1, ok: true, id: 1_764_123_456_789_012 },
};
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Encoding, expression, the body that leaves. */
const WRITTEN: readonly (readonly [Encoding, string, string])[] = [
  ['json', '{ "first": lead.personal.first_name, "p": program.value }', '{"first":"Zoë & <Co>","p":"bsn"}'],
  ['json', '{ "city": lead.address.city, "nothing": null }', '{"nothing":null}'],
  ['json', '[answers.a]', '["x","y"]'],
  ['json', '{ "sum": 0.1 + 0.2, "f": $uppercase, "g": function($x){$x} }', '{"sum":0.3}'],
  [
    'json',
    '{ "whole": answers.id, "most": 9007199254740991 }',
    '{"whole":1764123456789012,"most":9007199254740991}',
  ],
  [
    'json',
    '{ "hash": $sha256("a"), "m": $md5("a"), "none": $sha256(lead.x) }',
    '{"hash":"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb","m":"0cc175b9c0f1b6a831c399e269772661"}',
  ],
  ['json', '$match("x1y22", /([a-z])(\\d+)/).groups', '["x","1","y","22"]'],
  ['json', '{ "r": $replace("Éa 1", /é(A)?(B)?/i, "<$1>") }', '{"r":"<a> 1"}'],
  ['json', '$split("a1b22c", /\\d+/)', '["a","b","c"]'],
  ['json', '$match("A=1\\r\\nB=2\\r\\n", /^(.)=(.)$/m).match', '["A=1","B=2"]'],
  ['json', '{ "s": $contains("\u00a0", /^\\s$/) }', '{"s":false}'],
  [
    'form',
    '{ "first": lead.personal.first_name, "n": null, "ok": answers.ok }',
    'first=Zo%C3%AB+%26+%3CCo%3E&ok=true',
  ],
  [
    'form',
    '{ "a": answers.a, "who": { "phone": lead.personal.phone }, "l": [{ "i": 1 }, { "i": 2 }] }',
    'a=x&a=y&who%5Bphone%5D=3125550123&l%5B0%5D%5Bi%5D=1&l%5B1%5D%5Bi%5D=2',
  ],
  [
    'form',
    '{ "xml": $xml({ "Lead": { "@id": 7, "Name": lead.personal.first_name } }) }',
    'xml=%3CLead+id%3D%227%22%3E%3CName%3EZo%C3%AB+%26amp%3B+%26lt%3BCo%26gt%3B%3C%2FName%3E%3C%2FLead%3E',
  ],
  [
    'xml',
    '{ "Lead": { "@id": "1\\"", "Name": lead.personal.first_name, "A": answers.a, "E": null } }',
    XML + '<Lead id="1&quot;"><Name>Zoë &amp; &lt;Co&gt;</Name><A>x</A><A>y</A><E></E></Lead>',
  ],
  [
    'xml',
    '{ "s:Envelope": { "@xmlns:s": "urn:x", "s:Body": { "#text": "t", "@a": true } } }',
    XML + '<s:Envelope xmlns:s="urn:x"><s:Body a="true">t</s:Body></s:Envelope>',
  ],
  ['xml', '{ "a": "x" & "\\u0001" & "y" }', XML + '<a>xy</a>'],
  ['xml', '"<a>" & $xml({ "b": "<" }) & "</a>"', XML + '<a><b>&lt;</b></a>'],
  ['xml', '"<?xml version=\\"1.0\\"?><a/>"', '<?xml version="1.0"?><a/>'],
];

/** Encoding, expression, what the operator is told. */
const REFUSED: readonly (readonly [Encoding, string, string])[] = [
  ['json', 'lead.address.city', 'body gives nothing to send'],
  ['json', 'null', 'body gives nothing to send'],
  ['json', 'lead.personal.phone', 'body must give a group of keys for json'],
  ['form', '[1, 2]', 'body must give a group of keys for form'],
  ['json', 'lead.personal.first_name + 1', 'body fails at "+": a value has the wrong type (T2001)'],
  [
    'json',
    '{ "a":\n  $number(lead.personal.first_name) }',
    'body fails in line 2 at "number": a value is not a number (D3030)',
  ],
  [
    'json',
    '$error(lead.personal.phone)',
    'body fails at "error": the mapping itself raised it with $error (D3137)',
  ],
  [
    'json',
    '$assert(false, lead.personal.phone)',
    'body fails at "assert": an $assert of the mapping does not hold (D3141)',
  ],
  ['json', '{ "n": [1..60000] }', 'body fails at "..": a list is longer than 50000 items (D2015)'],
  ['json', '{ "big": $pad("x", 300000) }', 'body is over 256 KiB'],
  ['json', '$eval("1")', 'body fails at "eval": a value has the wrong type (T1006)'],
  [
    'json',
    '($f := function($x) { 1 + $f($x) }; $f(1))',
    'body fails at "f": it calls itself too often (D1011)',
  ],
  [
    'json',
    '{ "a": $contains(lead.personal.phone, /(?!1)2/) }',
    'body fails: a regular expression of it is not RE2 syntax: invalid or unsupported Perl syntax (?!',
  ],
  ['xml', '{ "a": 1, "b": 2 }', 'body must give a group with one key, the name of the outermost element'],
  ['xml', '{ "a": [1, 2] }', 'body must give a group with one key, the name of the outermost element'],
  ['xml', '{ "a": { "b c": 1 } }', 'body has a key that is no name of an element or attribute'],
  ['xml', '{ "a": { "@b": { "c": 1 } } }', 'body has a group or list as an attribute'],
  ['xml', '{ "a": { "b": [[1, 2], [3]] } }', 'body has a list inside a list'],
  ['xml', '"no XML"', 'body is text that is not an XML document'],
];

const write = (encoding: Encoding, source: string) =>
  runTask<'write'>({ kind: 'write', source, encoding, input: INPUT });

describe('bodies of mappings', () => {
  for (const [encoding, source, body] of WRITTEN)
    it(`writes ${encoding} ${source}`, async () => {
      expect(await write(encoding, source)).to.deep.equal({ ok: true, value: body });
    });

  for (const [encoding, source, fault] of REFUSED)
    it(`tells of ${encoding} ${JSON.stringify(source)}`, async () => {
      expect(await write(encoding, source)).to.deep.equal({ ok: false, fault });
    });
});
