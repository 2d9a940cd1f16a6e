import { expect } from 'chai';
import type { HttpResult } from '../../src/core/delivery/http-result.js';
import { sendWithSecrets } from '../../src/platform/outbound/secrets.js';

const KEY = 'sk_live_51Habcdef99';
const env = {
  LEADKEEP_SECRET_SUMMIT: KEY,
  LEADKEEP_SECRET_LONGER: `${KEY}-and-more`,
  LEADKEEP_SECRET_SHORT: 'sandbox',
  LEADKEEP_SECRET_PASSWORD: 'hunter22',
  LEADKEEP_SECRET_SCHEME: `Bearer ${KEY}`,
  LEADKEEP_SECRET_ODD: `a"b\\c/d<e>&'f+g`,
};
type Write = (value: string) => string;
const repeated: Write = (value) => JSON.stringify({ result: 'rejected', reason: `Unknown: ${value}` });

/** A buyer that repeats what it was sent. */
async function toldBack(headers: Record<string, string>, write = repeated): Promise<HttpResult> {
  const request = { method: 'POST', url: 'https://summit.example/leads', headers, timeoutMs: 1_000 } as const;
  const client = {
    send: (sent: { readonly headers: Readonly<Record<string, string>> }): Promise<HttpResult> =>
      Promise.resolve({
        kind: 'answered',
        status: 401,
        headers: { ...sent.headers },
        body: write(Object.values(sent.headers).join(' ')),
      }),
  };
  return sendWithSecrets(client, { request, travel: { insecureHttp: false, freshConnection: true } }, env);
}

describe('attack: a buyer that says the secret it was sent', () => {
  it('gets it into no record, no reason and no terminal', async () => {
    const outcome = await toldBack({
      Authorization: 'Bearer ${secret:SUMMIT}',
      'X-Also': '${secret:LONGER}/${secret:SUMMIT}',
    });
    expect(outcome).to.deep.equal({
      kind: 'answered',
      status: 401,
      headers: { authorization: 'Bearer •••', 'x-also': '•••/•••' },
      body: JSON.stringify({ result: 'rejected', reason: 'Unknown: Bearer ••• •••/•••' }),
    });
  });

  const WAYS: readonly (readonly [string, Write, string])[] = [
    ['in JSON', (value) => JSON.stringify({ m: value }), '{"m":"•••"}'],
    [
      'in JSON as PHP writes it',
      (value) => JSON.stringify({ m: value }).replaceAll('/', '\\/'),
      '{"m":"•••"}',
    ],
    [
      'in XML',
      (value) =>
        `<m>${value.replace(/[&<>"']/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? '&apos;')}</m>`,
      '<m>•••</m>',
    ],
    ['in a form', (value) => `m=${encodeURIComponent(value)}`, 'm=•••'],
    ['in base64', (value) => Buffer.from(value).toString('base64'), '•••'],
  ];
  for (const [how, write, told] of WAYS)
    it(`${how} gets it nowhere either`, async () => {
      expect(await toldBack({ 'X-Key': '${secret:ODD}' }, write)).to.include({ body: told });
    });

  it('without its scheme gets it nowhere either', async () => {
    const outcome = await toldBack(
      { Authorization: '${secret:SCHEME}' },
      (value) => `No ${value.slice(7)} here`,
    );
    expect(outcome).to.include({ body: 'No ••• here' });
  });

  it('that is short gets it nowhere either, if it is no word', async () => {
    const outcome = await toldBack({ 'X-Key': '${secret:PASSWORD}' });
    expect(outcome).to.include({ body: '{"result":"rejected","reason":"Unknown: •••"}' });
  });

  it('changes no answer by a secret so short that it is a word', async () => {
    const outcome = await toldBack({ 'X-Key': '${secret:SHORT}' });
    expect(outcome).to.include({ body: '{"result":"rejected","reason":"Unknown: sandbox"}' });
  });
});
