import { expect } from 'chai';
import { maskExchange } from '../../../src/core/masking/mask-exchange.js';
import { anExchange } from '../../support/exchanges.js';
import { failInsteadOfHanging } from '../../support/fail-instead-of-hanging.js';

const PERSON = { personal: { first_name: 'Ada', email: 'ada@example.com', phone: '6085550234' } };
const saying = (text: string) =>
  maskExchange(anExchange({ answer: { status: 200, headers: {}, body: { text } } }), PERSON).answer?.body
    .text;

describe('masking what was said', () => {
  it('shows no name of a member where it is not known whom it is about', () => {
    for (const [text, masked] of [
      [
        '{"bob_k":1,"ok":[{"bob":2}]}',
        /^\{\s*"•••1": "?•••"?,\s*"•••2": \[\s*\{\s*"•••1": "?•••"?\s*\}\s*\]\s*\}$/,
      ],
      ['bob=1&zip=94105', /^•••=•••&•••=•••$/],
      ['<bob>1</bob>', /^<•••>•••<\/•••>$/],
    ] as const) {
      const { answer } = maskExchange(
        anExchange({ answer: { status: 200, headers: {}, body: { text } } }),
        undefined,
      );
      expect(answer?.body.text).to.match(masked);
    }
  });

  const ROWS: readonly (readonly [what: string, text: string, masked: RegExp])[] = [
    [
      'JSON',
      '{"result":"sold to Ada","ada_7":1,"ok":true}',
      /^\{\s*"result": "•••",\s*"•••1": "•••",\s*"ok": true\s*\}$/,
    ],
    ['a list', '[{"a":"Ada"},"Ada"]', /^\[\s*\{\s*"a": "•••"\s*\},\s*"•••"\s*\]$/],
    ['lists in lists', '[[{"ada@example.com":1}]]', /^\[\s*\[\s*\{\s*"•••1": "•••"\s*\}\s*\]\s*\]$/],
    ['a form', 'email=ada%40example.com&zip=94105', /^email=•••&zip=•••$/],
    [
      'XML',
      '<?xml version="1.0"?><!-- Ada --><r id="Ada"><name>Ada</name><ada/><![CDATA[ <b>Ada</b> ]]></r>',
      /^<\?xml •••>•••<r •••><name>•••<\/name>/,
    ],
    ['XML with signs in its texts', '<r a="1>Ada>2">ada@ex > Ada > is known</r>', /^<r •••>•••<\/r>$/],
    ['XML that was cut off', '<r><name>Ada</name><mail>ada@ex', /^<r><name>•••<\/name><mail>•••$/],
    ['XML with an arrow in a text', '<p>3 < 5: Ada <b>Ada</b></p>', /^<p>•••<b>•••<\/b><\/p>$/],
    ['a script that compares', '<script>for (i = 0; i<n; i++) f("Ada")</script>', /^<script>•••<\/script>$/],
    ['an attribute that compares', '<input name="Ada" onchange="if (a<b) go()">', /^•••<b •••>$/],
    ['words behind a comment', '<!-- of --> Ada <r>Ada</r>', /^•••<r>•••<\/r>$/],
    ['a tag that was cut off', '<r><name of="ada@ex', /^<r>•••$/],
    ['JSON that was cut off', '{"name":"Ada', /^•••$/],
    ['lists that have no end', `${'['.repeat(5_000)}"Ada"${']'.repeat(5_000)}`, /^•••$/],
    [
      'lists that have no end behind a text that looks like their ends',
      `["${']'.repeat(5_000)}",${'['.repeat(5_000)}"Ada"${']'.repeat(5_001)}`,
      /^•••$/,
    ],
    ['a text that looks like lists', JSON.stringify({ a: '['.repeat(100) }), /^\{\s*"a": "•••"\s*\}$/],
    ['words', 'Ada Lovelace is a duplicate', /^•••$/],
    ['nothing', '', /^$/],
  ];
  for (const [what, text, masked] of ROWS)
    it(`of ${what}`, () => {
      expect(saying(text)).to.match(masked);
      expect(saying(text)).to.not.match(/ada/i);
    });

  it('is done with an answer that was made to take for ever', () => {
    const long = 'a'.repeat(1_000_000);
    for (const text of [`<${long}`, `<r>${long}>b>`])
      expect(failInsteadOfHanging(() => saying(text)) === text).to.equal(false);
  });

  for (const kind of ['verification', 'webhook', 'postback'] as const)
    it(`shows only the server that a ${kind} went to`, () => {
      const url = 'https://cert.example/0123456789abcdef';
      const request = { method: 'POST', url, headers: {} };
      expect(maskExchange(anExchange({ kind, request }), PERSON).request.url).to.equal(
        'https://cert.example/•••',
      );
    });

  it('shows whom it went to, and headers that say nothing of a person', () => {
    const { request } = maskExchange(
      anExchange({
        request: {
          ...{ method: 'GET', url: 'https://buyer.example/status/7?email=ada@example.com&x' },
          headers: { 'user-agent': 'Leadkeep', 'x-person': 'Ada' },
        },
      }),
      PERSON,
    );
    expect(request).to.deep.equal({
      ...{ method: 'GET', url: 'https://buyer.example/status/7?email=•••&x' },
      headers: { 'user-agent': 'Leadkeep', 'x-person': '•••' },
    });
  });
});
