import { expect } from 'chai';
import { PEOPLE, startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { signedIn, type Answer, type Browser, type Invited } from '../support/people.js';

const KEYS = '/api/v1/operator/operator-keys';
const ASKED = { name: 'spreadsheet', scopes: ['reports:read'], expires_in_days: 30 };

interface Listed {
  readonly prefix: string;
  readonly issued_by: object | null;
  readonly rotated_by: object | null;
}
interface Issued {
  readonly key: string;
  readonly issued: Listed;
}

describe('operator API: who issued an operator key', () => {
  let api: TestOperatorApi;
  let ann: Invited;
  before(async () => {
    api = await startOperatorApi();
    ann = await signedIn(api, ['admin'], 'ann@example.com');
  });
  after(() => api.close());

  const issuedBy = async (browser: Browser, asked: object = ASKED): Promise<Issued> =>
    (await browser.call('post', KEYS, asked)).body as unknown as Issued;
  const prefixesOf = ({ body }: Pick<Answer, 'body'>): string[] =>
    (body['operator_keys'] as Listed[]).map(({ prefix }) => prefix).sort();

  it('is in the list of keys, also after a rotation by somebody else', async () => {
    const { issued } = await issuedBy(ann.browser);
    const issuer = { kind: 'person', id: ann.id, name: 'Kim Doe' };
    expect(issued.issued_by).to.deep.equal(issuer);
    const rotated = await api.call('post', `${KEYS}/${issued.prefix}/rotate`, { body: { overlap_hours: 1 } });
    const { prefix } = (rotated.body as unknown as Issued).issued;
    const listed = (await api.get(KEYS)).body['keys'] as Listed[];
    const of = (start: string) => listed.find((one) => one.prefix === start)?.issued_by;
    expect([of(issued.prefix), of(prefix)]).to.deep.equal([issuer, issuer]);
    expect([issued.rotated_by, listed.find((one) => one.prefix === prefix)?.rotated_by]).to.containSubset([
      null,
      { kind: 'operator_key' },
    ]);
  });

  it('a removal answers the keys which that person rotated, and so has seen', async () => {
    const dan = await signedIn(api, ['admin'], 'dan@example.com');
    const { issued } = await issuedBy(ann.browser);
    const rotating = await dan.browser.call('post', `${KEYS}/${issued.prefix}/rotate`, { overlap_hours: 1 });
    const { prefix } = (rotating.body as unknown as Issued).issued;
    expect(prefixesOf(await ann.browser.call('delete', `${PEOPLE}/${dan.id}`))).to.deep.equal([prefix]);
  });

  it('a removal answers the keys which that person issued and that go on', async () => {
    const ben = await signedIn(api, ['admin'], 'ben@example.com');
    const [first, ended] = [await issuedBy(ben.browser), await issuedBy(ben.browser)];
    await ann.browser.call('delete', `${KEYS}/${ended.issued.prefix}`);
    const writer = await issuedBy(ben.browser, { ...ASKED, name: 'writer', scopes: ['people:write'] });
    const second = await api.call('post', KEYS, { key: writer.key, body: ASKED });
    const { issued, key } = second.body as unknown as Issued;
    expect(issued.issued_by).to.deep.include({ kind: 'operator_key', name: 'writer' });
    const removed = await ann.browser.call('delete', `${PEOPLE}/${ben.id}`);
    expect(removed.body).to.deep.include({ removed: true });
    expect(prefixesOf(removed)).to.deep.equal(
      [first, writer, { issued }].map((one) => one.issued.prefix).sort(),
    );
    const reports = '/api/v1/operator/reports?from=2026-11-01&to=2026-11-02';
    expect((await api.get(reports, { key })).status, 'it goes on').to.equal(200);
  });

  it('a change of roles answers those that may do what the person may not do any more', async () => {
    const eve = await signedIn(api, ['admin'], 'eve@example.com');
    await issuedBy(eve.browser);
    const writer = await issuedBy(eve.browser, { ...ASKED, name: 'writer', scopes: ['people:write'] });
    const roles = ['viewer', 'finance'];
    const changed = await ann.browser.call('put', `${PEOPLE}/${eve.id}/roles`, { roles });
    expect(changed.body['roles']).to.have.members(roles);
    expect(prefixesOf(changed)).to.deep.equal([writer.issued.prefix]);
    const restored = await ann.browser.call('put', `${PEOPLE}/${eve.id}/roles`, { roles: ['admin'] });
    expect(prefixesOf(restored)).to.deep.equal([]);
  });

  it('roles are changed only if they are those that were seen', async () => {
    const { id } = await signedIn(api, ['viewer', 'operator'], 'fay@example.com');
    const put = (roles: string[], before?: string[]) =>
      ann.browser.call('put', `${PEOPLE}/${id}/roles`, { roles, ...(before && { before }) });
    expect((await put(['viewer'], ['operator', 'viewer'])).status).to.equal(200);
    const { status, body } = await put(['viewer', 'operator', 'finance'], ['viewer', 'operator']);
    expect(status).to.equal(409);
    expect(body['message']).to.include('has other roles by now than you saw: viewer');
    expect((await put([], ['viewer'])).body['roles']).to.deep.equal([]);
    expect((await put(['finance'])).status, 'a program that saw none').to.equal(200);
  });

  it('a removal of somebody who issued none answers none', async () => {
    const { id } = await signedIn(api, ['viewer'], 'cid@example.com');
    expect(prefixesOf(await ann.browser.call('delete', `${PEOPLE}/${id}`))).to.deep.equal([]);
  });
});
