import { expect } from 'chai';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { acceptInvitation, invitationFor, openBrowser, readInvitation } from '../support/people.js';

const INVITATIONS = '/api/v1/invitations';
const BURST = 5;

describe('operator API: the token of an invitation', () => {
  let api: TestOperatorApi;
  let token: string;
  before(async () => {
    api = await startOperatorApi({ wrongKeysBurst: BURST, wrongKeysPerMinute: 1 });
    token = await invitationFor(api, ['viewer'], 'ann@example.com');
  });
  after(() => api.close());

  it('is in the body alone: a log of a proxy has the address of every call', async () => {
    for (const method of ['GET', 'POST']) {
      const { status } = await fetch(`${api.url}${INVITATIONS}/${token}`, { method });
      expect(status, method).to.equal(404);
    }
    const { status, body } = await readInvitation(openBrowser(api.url), token);
    expect([status, body['email']]).to.deep.equal([200, 'ann@example.com']);
  });

  for (const act of ['read', 'accept'] as const) {
    it(`is not taken by another method, or from another page: ${act}`, async () => {
      const path = `${INVITATIONS}/${act}`;
      const got = await fetch(`${api.url}${path}`);
      expect([got.status, got.headers.get('allow')]).to.deep.equal([405, 'POST']);
      const evil = await openBrowser(api.url).call(
        'post',
        path,
        { token },
        { Origin: 'https://evil.example' },
      );
      expect([evil.status, JSON.stringify(evil.body).includes('totp')]).to.deep.equal([403, false]);
    });

    it(`has to be sent: ${act}`, async () => {
      const { status, body } = await openBrowser(api.url).call('post', `${INVITATIONS}/${act}`, {});
      expect([status, body.field]).to.deep.equal([400, 'token']);
    });
  }

  it('is guessed only so often from one address, by both calls together', async () => {
    const typed = { name: 'Eve', password: 'a long enough passphrase', totp: '000000' };
    const guesses = [];
    for (let n = 0; n < BURST + 1; n += 1)
      guesses.push(
        n % 2 === 0
          ? await readInvitation(openBrowser(api.url), `lki_${n}`)
          : await acceptInvitation(openBrowser(api.url), `lki_${n}`, typed),
      );
    expect(guesses.map(({ status }) => status)).to.deep.equal([...Array<number>(BURST).fill(404), 429]);
    expect((await readInvitation(openBrowser(api.url), token)).status, 'not even a right one').to.equal(429);
  });
});
