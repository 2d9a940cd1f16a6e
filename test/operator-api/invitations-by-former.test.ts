import { expect } from 'chai';
import type { KeyIssuer } from '../../src/core/operators/operator-key.js';
import type { Role } from '../../src/core/operators/roles.js';
import { createInvitationStore } from '../../src/platform/mongo/people/invitation-store.js';
import { PEOPLE, startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import {
  acceptInvitation,
  codeOf,
  openBrowser,
  PASSWORD,
  readInvitation,
  secretOf,
  signedIn,
  type Answer,
  type Invited,
} from '../support/people.js';

const INVITATIONS = `${PEOPLE}/invitations`;
const KEYS = '/api/v1/operator/operator-keys';
const WRITER = { name: 'writer', scopes: ['people:write'], expires_in_days: 30 };

interface Listed {
  readonly id: string;
  readonly email: string | null;
  readonly issued_by: KeyIssuer | null;
}

describe('operator API: who made an invitation', () => {
  let api: TestOperatorApi;
  let ann: Invited;
  let joined = 0;
  before(async () => {
    api = await startOperatorApi({ wrongKeysBurst: 1_000 });
    ann = await signedIn(api, ['admin'], 'ann@example.com');
  });
  after(() => api.close());

  const admin = async (): Promise<Invited> => signedIn(api, ['admin'], `ben${(joined += 1)}@example.com`);
  const listed = async (): Promise<readonly Listed[]> =>
    (await api.get(PEOPLE)).body['invitations'] as Listed[];
  const tokenIn = ({ body }: Pick<Answer, 'body'>): string => (body['link'] as string).split('#')[1] ?? '';
  const keyOf = async ({ browser }: Invited) => {
    const { key, issued } = (await browser.call('post', KEYS, WRITER)).body as unknown as {
      readonly key: string;
      readonly issued: { readonly prefix: string };
    };
    return { key, prefix: issued.prefix };
  };

  /** An opened invitation, and what somebody gets who accepts it later, with an address that nobody had. */
  async function opened(token: string) {
    const browser = openBrowser(api.url);
    const secret = secretOf(await readInvitation(browser, token));
    return async (typed: object = { email: `new${(joined += 1)}@example.com` }) => {
      const all = { name: 'Ben Again', password: PASSWORD, totp: codeOf(secret), ...typed };
      return (await acceptInvitation(browser, token, all)).status;
    };
  }
  /** Those that an admin makes: for anybody, for another address, and with a key. */
  async function invitedBy(ben: Invited) {
    const roles: Role[] = ['admin'];
    const email = `second${(joined += 1)}@example.com`;
    const { key, prefix } = await keyOf(ben);
    const anybody = await opened(tokenIn(await ben.browser.call('post', INVITATIONS, { roles })));
    const byAddress = await opened(tokenIn(await ben.browser.call('post', INVITATIONS, { roles, email })));
    const byKey = await opened(tokenIn(await api.call('post', INVITATIONS, { key, body: { roles } })));
    const accept = async () => [await anybody(), await byAddress({}), await byKey()];
    return { accept, email, prefix };
  }

  it('is in the answer and in the list', async () => {
    const made = await ann.browser.call('post', INVITATIONS, { roles: ['viewer'], email: 'cid@example.com' });
    const issued_by = { kind: 'person', id: ann.id, name: 'Kim Doe' };
    expect(made.body['issued_by']).to.deep.equal(issued_by);
    const of = async (email: string) => (await listed()).find((one) => one.email === email)?.issued_by;
    expect(await of('cid@example.com')).to.deep.equal(issued_by);
  });

  it('is not let back in by it after a removal, nor by a key', async () => {
    const ben = await admin();
    const { accept, email } = await invitedBy(ben);
    const others = await opened(tokenIn(await ann.browser.call('post', INVITATIONS, { roles: ['viewer'] })));
    const { body } = await ann.browser.call('delete', `${PEOPLE}/${ben.id}`);
    expect((body['invitations_withdrawn'] as Listed[]).map((one) => one.email)).to.have.members([
      ...[null, email, null],
    ]);
    expect(await accept()).to.deep.equal([404, 404, 404]);
    expect(await others(), 'of somebody else').to.equal(200);
    const entry = await api.connection
      .collection('audit_log')
      .findOne({ action: 'person.remove', 'facts.invitations_withdrawn': 3 });
    expect(entry).to.include({ phase: 'outcome', result: 'done' });
  });

  it('makes none in the seconds after the removal that counts', async () => {
    const ben = await admin();
    await ann.browser.call('delete', `${PEOPLE}/${ben.id}`);
    const issued_by = { kind: 'person', id: ben.id, name: 'Kim Doe' } as const;
    const late = { email: 'late@example.com', roles: ['admin'], issued_by } as const;
    const { token, invitation } = await createInvitationStore(api.connection).issue(late, new Date());
    expect((await readInvitation(openBrowser(api.url), token)).status).to.equal(404);
    expect((await listed()).map(({ id }) => id)).to.not.include(invitation.id);
  });

  it('can not give with it what a change of roles took away, nor what the identity provider took', async () => {
    const [ben, eve] = [await admin(), await admin()];
    const [bens, eves] = [await invitedBy(ben), await invitedBy(eve)];
    await ann.browser.call('put', `${PEOPLE}/${ben.id}/roles`, { roles: ['operator'] });
    expect(await bens.accept()).to.deep.equal([404, 404, 404]);
    await api.connection
      .collection<{ _id: string; roles: readonly string[] }>('people')
      .updateOne({ _id: eve.id }, { $set: { roles: [] } });
    expect((await eves.accept()).slice(0, 2)).to.deep.equal([404, 404]);
  });

  it('loses none if the new roles let them invite too', async () => {
    const ben = await admin();
    const { accept } = await invitedBy(ben);
    await ann.browser.call('put', `${PEOPLE}/${ben.id}/roles`, { roles: ['admin', 'finance'] });
    expect(await accept()).to.deep.equal([200, 200, 200]);
  });

  it('may be a key: once that is revoked, its invitations give nothing', async () => {
    const ben = await admin();
    const { accept, prefix } = await invitedBy(ben);
    await ann.browser.call('delete', `${KEYS}/${prefix}`);
    expect(await accept()).to.deep.equal([200, 200, 404]);
  });

  it('or anybody who manages people can withdraw it by its id, once', async () => {
    const made = await ann.browser.call('post', INVITATIONS, { roles: ['viewer'] });
    const accept = await opened(tokenIn(made));
    const path = `/api/v1/operator/invitations/${String(made.body['id'])}`;
    expect((await ann.browser.call('delete', path)).body).to.deep.include({ withdrawn: true });
    expect(await accept()).to.equal(404);
    expect((await ann.browser.call('delete', path)).status).to.equal(404);
    const entries = api.connection.collection('audit_log').find({ action: 'invitation.withdraw' });
    const told = await entries.sort({ _id: 1 }).toArray();
    expect(told.map(({ phase, on, result }) => [phase, on, result] as unknown)).to.deep.equal([
      ['intent', { kind: 'invitation', ids: [made.body['id']] }, undefined],
      ['outcome', undefined, 'done'],
    ]);
  });
});
