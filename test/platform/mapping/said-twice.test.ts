import { expect } from 'chai';
import type { AnswerRuleSource } from '../../../src/app/ports/mapping-evaluator.js';
import { runTask } from '../../../src/platform/mapping/run-task.js';
import { bodyReading } from '../../../src/platform/mapping/read-body.js';

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

/** An answer in which a key is there twice: rules, body, why it is unclear. Undefined: no rule reads that key. */
const TWICE: readonly (readonly [string, AnswerRuleSource[], string, string | undefined])[] = [
  ['the outcome', [rule('body.ok = true')], '{"ok":false,"ok":true}', 'rule 1 reads the key "ok", which'],
  ['both the same', [rule('body.ok = true')], '{"ok":true,"ok":true}', 'rule 1 reads the key "ok", which'],
  [
    'by a later rule',
    [rule('status = 500'), rule('body.a.ok'), rule('true')],
    '{"a":{"ok":1,"ok":2}}',
    'rule 2 reads the key "ok", which',
  ],
  ['by all of it', [rule('$contains($string(body), "a")')], '{"x":"a","x":"b"}', 'rule 1 reads a key that'],
  ['by a wildcard', [rule('"a" in body.*')], '{"x":"a","x":"b"}', 'rule 1 reads a key that'],
  [
    'the reference',
    [rule('true', 'body.id')],
    '{"id":1,"id":2}',
    'rule 1: reference reads the key "id", which',
  ],
  [
    'the reason',
    [rule('true', '"r"', 'body.why')],
    '{"why":"a","why":"a"}',
    'rule 1: reason reads the key "why", which',
  ],
  [
    'in a list',
    [rule('body.l[1].ok')],
    '{"l":[{"ok":1},{"ok":1,"ok":2}]}',
    'rule 1 reads the key "ok", which',
  ],
  ['in the other entry', [rule('body.l[0].ok = 1')], '{"l":[{"ok":1},{"ok":1,"ok":2}]}', undefined],
  ['another key', [rule('body.ok')], '{"ok":true,"note":"a","note":"b"}', undefined],
  [
    'of an object that was overwritten',
    [rule('body.a.ok')],
    '{"a":{"ok":1,"ok":2},"b":1}',
    'rule 1 reads the key "ok", which',
  ],
  ['in the text of a key', [rule('body.ok')], '{"ok":true,"t":"{\\"ok\\":1,\\"ok\\":2}"}', undefined],
  [
    'in a text read by $parseJson',
    [rule('$parseJson(body.t).ok = 2')],
    '{"t":"{\\"ok\\":1,\\"ok\\":2}"}',
    'rule 1 reads the key "ok", which',
  ],
];

/** What is half a character: type, body, what is read of it. */
const HALVES: readonly (readonly [string, string, object])[] = [
  ['application/json', '{"id":"a\\ud83d","why":"b"}', { reference: 'a\ufffd', reason: 'b' }],
  [
    'application/json',
    '{"id":"\\udc00a","why":"\\ud83d\\ude00"}',
    { reference: '\ufffda', reason: '\u{1f600}' },
  ],
  ['application/json', '{"id":"a","why":"b","\\ud83d":1}', { reference: 'a', reason: 'b' }],
  ['text/xml', '<r><id>a&#55357;</id><why>b</why></r>', { reference: 'a\ufffd', reason: 'b' }],
  ['text/xml', '<r><id>a&#xD83D;</id><why>b</why></r>', { reference: 'a\ufffd', reason: 'b' }],
  // What stood there is lost, whoever replaced it.
  ['application/json', '{"id":"a\\ufffd","why":"b"}', { reference: 'a\ufffd', reason: 'b' }],
  ['text/xml', '<r><id>a</id><why>b&#xFFFD;</why></r>', { reference: 'a', reason: 'b\ufffd' }],
];

const MENDED = 'broken characters of it became U+FFFD';

describe('answers that say two things, or hold broken characters', () => {
  for (const [what, rules, body, why] of TWICE)
    it(`reads nothing where a key is there twice: ${what}`, async () => {
      const read = await runTask<'read'>({ kind: 'read', rules, answer: answer('application/json', body) });
      if (why === undefined) expect(read).to.deep.equal({ ok: true, value: { rule: 1, notes: [] } });
      else expect(read).to.deep.equal({ ok: false, fault: `${why} is there twice in its object` });
    });

  for (const [type, body, value] of HALVES)
    it(`replaces half characters and notes it: ${body}`, async () => {
      const rules = [rule('true', 'body.**.id', 'body.**.why')];
      const read = await runTask<'read'>({ kind: 'read', rules, answer: answer(type, body) });
      expect(read).to.deep.equal({ ok: true, value: { rule: 1, notes: [MENDED], ...value } });
    });

  it('says that a charset was guessed', async () => {
    const guessed = { ...answer('text/plain', 'Zoë'), guessed_charset: 'windows-1252' as const };
    const read = await runTask<'read'>({ kind: 'read', rules: [rule('true', 'body')], answer: guessed });
    const notes = ['it declares no charset and is not UTF-8, so it was read as windows-1252'];
    expect(read).to.deep.equal({ ok: true, value: { rule: 1, reference: 'Zoë', notes } });
    expect(bodyReading(guessed)).to.equal(`text: ${notes[0]}`);
  });

  it('replaces half characters that an expression makes', async () => {
    const rules = [rule('true', '$split("\u{1f600}b", "")[0]')];
    const read = await runTask<'read'>({ kind: 'read', rules, answer: answer('text/plain', 'x') });
    expect(read).to.deep.equal({ ok: true, value: { rule: 1, reference: '\ufffd', notes: [MENDED] } });
    const input = { name: '\u{1f600}b' };
    const source = '{ "name": $split(name, "")[0] }';
    const written = await runTask<'write'>({ kind: 'write', source, encoding: 'json', input });
    expect(written).to.deep.equal({ ok: true, value: '{"name":"\ufffd"}' });
  });
});
