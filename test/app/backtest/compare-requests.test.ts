import { expect } from 'chai';
import type { Encoding } from '../../../src/core/catalogue/types.js';
import { readEncoded } from '../../../src/platform/mapping/read-body.js';
import { withExactNumbers } from '../../../src/platform/mapping/exact-numbers.js';
import { runTask } from '../../../src/platform/mapping/run-task.js';
import {
  partsThatDiffer as compareRequests,
  type Written,
} from '../../../src/app/backtest/compare-requests.js';

const partsThatDiffer = (before: Written, after: Written) =>
  compareRequests(before, after, { readBody: readEncoded, withExactNumbers });

const PERSON = {
  first: 'Ann',
  phone: '6085550100',
  email: 'ann@example.com',
  zip: '53703',
};

/** A request whose body a mapping writes from the person. */
async function written(body: string, encoding: Encoding = 'json', over: object = {}): Promise<Written> {
  const made = await runTask({ kind: 'write', source: body, encoding, input: PERSON });
  if (!made.ok) return { request: made, mapping: { body, encoding }, input: PERSON };
  const request = { method: 'POST', url: 'https://a.example', headers: {}, timeoutMs: 1, body: made.value };
  const travel = { insecureHttp: false, freshConnection: true };
  return {
    request: { ok: true, value: { request: { ...request, ...over } as never, travel } },
    mapping: { body, encoding },
    input: PERSON,
  };
}

/** What, the encoding, the mapping in force, the draft's, the names. */
const BODIES: readonly (readonly [string, Encoding, string, string, readonly string[]])[] = [
  ['nothing', 'json', '{ "a": phone }', '{"a":phone}', []],
  ['the order of keys', 'json', '{ "a": phone, "b": 1 }', '{ "b": 1, "a": phone }', []],
  [
    'a value inside a group',
    'json',
    '{ "to": { "tel": phone } }',
    '{ "to": { "tel": "1" & phone } }',
    ['body.to.tel'],
  ],
  ['a key that came', 'json', '{ "a": 1 }', '{ "a": 1, "tel": phone }', ['body.tel']],
  ['a key that went', 'json', '{ "a": 1, "First name": first }', '{ "a": 1 }', ['body.First name']],
  [
    'a group that is sent whole',
    'json',
    '{ "to": $ }',
    '{ "to": $ ~> | $ | { "zip": 1 } | }',
    ['body.to.zip'],
  ],
  ['a type', 'json', '{ "zip": zip }', '{ "zip": $number(zip) }', ['body.zip']],
  [
    'an item of a list of names and values',
    'json',
    '{ "fields": [{ "name": "tel", "value": phone }, { "name": first, "value": 1 }] }',
    '{ "fields": [{ "name": "tel", "value": "1" & phone }, { "name": first & "!", "value": 1 }] }',
    ['body.fields[0].value', 'body.fields[1].name'],
  ],
  ['the length of a list', 'json', '{ "all": [phone] }', '{ "all": [phone, email] }', ['body.all[1]']],
  ['a list as the whole body', 'json', '[{ "tel": phone }]', '[{ "tel": "1" & phone }]', ['body[0].tel']],
  ['a list that is empty now', 'json', '{ "all": [phone] }', '{ "all": [] }', ['body.all']],
  ['a key made of the person', 'json', '{ phone: 1 }', '{ phone: 2 }', ['body.*']],
  ['a key that holds the person', 'json', '{ "id-" & phone: 1 }', '{ "no-" & phone: 1 }', ['body.*']],
  ['a field of a form', 'form', '{ "tel": phone, "a": 1 }', '{ "tel": "1" & phone, "a": 1 }', ['body.tel']],
  [
    'a key with brackets made of the person',
    'json',
    '{ "[" & $substring(phone, 0, 3) & "]": 1 }',
    '{ "[" & $substring(phone, 0, 3) & "]": 2 }',
    ['body.*'],
  ],
  [
    'a number of the person as a key, which stands elsewhere in the mapping',
    'json',
    '{ "a": "608, 609", $substring(phone, 0, 3): 1 }',
    '{ "a": "608, 609", $substring(phone, 0, 3): 2 }',
    ['body.*'],
  ],
  [
    'a text of the person as a key, which is a literal of the mapping but no key',
    'json',
    '{ first: "Ann" }',
    '{ first: "Ann" & "" & "608" }',
    ['body.*'],
  ],
  [
    'a list as long as a number of the person',
    'json',
    '{ "all": [[0..$number($substring(phone, 0, 3))].{ "a": 1 }] }',
    '{ "all": [[0..$number($substring(phone, 0, 3)) + 1].{ "a": 1 }] }',
    ['body.all[*]'],
  ],
  [
    'a group after a path',
    'json',
    '{ "to": [$]{ "tel": phone } }',
    '{ "to": [$]{ "tel": "1" & phone } }',
    ['body.to.tel'],
  ],
  [
    'a field of a form with brackets made of the person',
    'form',
    '{ "[" & $substring(phone, 0, 3) & "]": 1, "a[" & zip & "]": 1, "tel": { first: 1 } }',
    '{ "[" & $substring(phone, 0, 3) & "]": 2, "a[" & zip & "]": 2, "tel": { first: 2 } }',
    ['body.*', 'body.tel[*]'],
  ],
  [
    'a field of a form with brackets',
    'form',
    '{ "to": { "tel": phone }, "all": [{ "x": zip }] }',
    '{ "to": { "tel": zip }, "all": [{ "x": phone }] }',
    ['body.to[tel]', 'body.all[*][x]'],
  ],
  ['a field of a form named by the person', 'form', '{ phone: 1 }', '{ phone: 2 }', ['body.*']],
  ['the order of a form', 'form', '{ "a": 1, "b": 2 }', '{ "b": 2, "a": 1 }', ['body']],
  [
    'an element and an attribute of XML',
    'xml',
    '{ "x:Lead": { "@xmlns:x": "urn:a", "@id": zip, "Tel": phone } }',
    '{ "x:Lead": { "@xmlns:x": "urn:a", "@id": first, "Tel": "1" & phone } }',
    ['body.Lead.Tel', 'body.Lead.@id'],
  ],
  [
    'XML that is spelled out as text',
    'xml',
    `"<Lead><Tel ext='" & zip & "'>" & phone & "</Tel></Lead>"`,
    `"<Lead><Tel ext='" & phone & "'>" & zip & "</Tel></Lead>"`,
    ['body.*'],
  ],
  ['the prefix of XML', 'xml', '{ "x:A": 1 }', '{ "y:A": 1 }', ['body']],
];

describe('the names of what differs between two requests', () => {
  for (const [what, encoding, before, after, names] of BODIES)
    it(`of ${what} (${encoding})`, async () => {
      const parts = partsThatDiffer(await written(before, encoding), await written(after, encoding));
      expect(parts).to.deep.equal(names);
      for (const value of Object.values(PERSON)) expect(parts.join()).to.not.contain(value);
    });

  it('name the address, the method and the headers', async () => {
    const other = { url: 'https://b.example', method: 'PUT', headers: { 'x-key': 'secret' } };
    const parts = partsThatDiffer(await written('{ "a": 1 }'), await written('{ "a": 1 }', 'json', other));
    expect(parts).to.deep.equal(['method', 'url', 'headers.x-key']);
  });

  it('name every field of a body in our own shape', async () => {
    const own = async (source: string): Promise<Written> => ({
      ...(await written(source)),
      mapping: {},
      input: { lead: { personal: { phone: '' } } },
    });
    const lead = (tel: string): string => `{ "lead": { "personal": { "phone": ${tel} } } }`;
    const parts = partsThatDiffer(await own(lead('phone')), await own(lead('zip')));
    expect(parts).to.deep.equal(['body.lead.personal.phone']);
  });

  it('name no key that an affiliate made', async () => {
    const own = async (source: string): Promise<Written> => ({
      ...(await written(source)),
      mapping: {},
      input: { tracking: { subid: '', '6085550100': { Ann: 1 } }, answers: { all: ['a', 'b'] } },
    });
    const tracking = (value: string): string =>
      `{ "tracking": { "subid": ${value}, "6085550100": { "Ann": ${value} } }, "answers": { "all": ["a", ${value}] } }`;
    const parts = partsThatDiffer(await own(tracking('"c"')), await own(tracking('"d"')));
    expect(parts).to.deep.equal(['body.tracking.subid', 'body.tracking.*', 'body.answers.all[*]']);
  });

  it('name the body where the same data are written in another encoding', async () => {
    const [json, form] = [await written('{ "tel": phone }'), await written('{ "tel": phone }', 'form')];
    expect(partsThatDiffer(json, form)).to.deep.equal(['body']);
  });

  const FAULT = 'body fails at "number": a value is not a number (D3030)';
  it('tell of a body that can’t be written, by its fault and not by its data', async () => {
    const [fine, broken] = [await written('{ "a": 1 }'), await written('{ "a": $number(first) }')];
    expect(partsThatDiffer(fine, broken)).to.deep.equal([`can't be written: ${FAULT}`]);
    expect(partsThatDiffer(broken, fine)).to.deep.equal(['can be written now']);
    expect(partsThatDiffer(broken, broken)).to.deep.equal([]);
    const other = await written('{ "a": $nothing }[0][0].a');
    expect(partsThatDiffer(broken, other)).to.deep.equal(['fails otherwise: body gives nothing to send']);
  });
});
