import { expect } from 'chai';
import { diffCatalogue } from '../../src/core/catalogue/diff-catalogue.js';
import { OPERATOR, startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';

const BUYERS = `# Who buys.
version: 1
buyers:
  - handle: lakeshore # the first
    name: Lakeshore University
    caps:
      - { window: day, limit: 20 } # by contract
`;
const REST = `version: 1

affiliates: [{ handle: northwind, name: Northwind Media }]
offers:
  # Lakeshore pays within a month.
  - handle: nursing
    name: Nursing
    buyer: lakeshore
    offer_type: shared
    price: 42.50 # since May
    tcpa_text: By clicking Send I agree.
    delivery: { url: https://lakeshore.example/leads }
campaigns:
  - handle: edu
    name: Education
    affiliate: northwind
    offers: [{ offer: nursing, payout: 30 }]
`;
const FILES = [
  { name: 'buyers.yaml', text: BUYERS },
  { name: 'rest.yaml', text: REST },
];

interface Body {
  readonly id: string;
  readonly revision: number;
  readonly files: readonly { name: string; text: string }[];
  readonly check: { faults: { entry: string; field: string }[] };
  readonly message?: string;
}

describe('operator API: a draft by entry', function () {
  let api: ActingApi;
  let ana: Acting;
  before(async () => {
    api = await startActingApi();
    ana = await api.operator('ana', 'catalogue:read', 'catalogue:draft', 'catalogue:apply');
  });
  after(() => api.close());

  const create = async (files?: object): Promise<Body> =>
    (await ana.post('/drafts', { title: 'Forms', ...(files && { files }) })).body as unknown as Body;
  const entry = async (id: string, kind: string, handle: string) =>
    (await ana.get(`/drafts/${id}/entries?kind=${kind}&handle=${handle}`)) as unknown as {
      status: number;
      body: { entry: Record<string, unknown> };
    };
  const put = async ({ id, revision }: Body, kind: string, handle: string, value: object | null) => {
    const { status, body } = await ana.post(`/drafts/${id}/entries`, {
      revision,
      kind,
      handle,
      entry: value,
    });
    return { status, body: body as unknown as Body };
  };
  const apply = async (draft: Body): Promise<void> => {
    const { status, body } = await ana.post(`/drafts/${draft.id}/apply`, { revision: draft.revision });
    expect([status, body['message']]).to.deep.equal([200, undefined]);
  };
  const SUMMIT = { name: 'Summit College', caps: [{ window: 'day', limit: 2 }] };

  it('has the same catalogue as files that somebody edits, in all other lines too', async () => {
    const draft = await create(FILES);
    const price = (await entry(draft.id, 'offer', 'nursing')).body.entry;
    expect(price).to.include({ handle: 'nursing', price: 42.5 });
    const priced = (await put(draft, 'offer', 'nursing', { ...price, price: 45, status: 'paused' })).body;
    const added = (await put(priced, 'buyer', 'summit', SUMMIT)).body;
    expect(added.check.faults).to.deep.equal([]);
    const typed = [
      {
        name: 'buyers.yaml',
        text: `${BUYERS}  - name: Summit College\n    caps:\n      - { window: day, limit: 2 }\n    handle: summit\n`,
      },
      {
        name: 'rest.yaml',
        text: REST.replace('42.50', '45.00').replace('leads }\n', 'leads }\n    status: paused\n'),
      },
    ];
    expect(added.files).to.deep.equal(typed);
    await apply(added);
    const byEntry = await api.versions.current();
    expect(byEntry).to.deep.include({ files: typed, files_from: 'edited' });

    // By text on top of the entries, by an entry on top of the text, and back by both.
    const next = await create();
    expect(next.files).to.deep.equal(typed);
    const text = typed.map(({ name, text }) => ({ name, text: text.replace('payout: 30', 'payout: 31') }));
    const saved = (await ana.put(`/drafts/${next.id}`, { revision: 1, files: text })).body as unknown as Body;
    const without = (await put(saved, 'buyer', 'summit', null)).body;
    const { status: _status, ...active } = (await entry(next.id, 'offer', 'nursing')).body.entry;
    const back = (await put(without, 'offer', 'nursing', { ...active, price: 42.5 })).body;
    expect(back.files).to.deep.equal([
      FILES[0],
      { name: 'rest.yaml', text: REST.replace('payout: 30', 'payout: 31') },
    ]);
    await apply(back);
    const now = await api.versions.current();
    const changes = diffCatalogue(byEntry!.document, now!.document);
    expect(changes.map(({ handle, change }) => [handle, change])).to.deep.equal([
      ['summit', 'retired'],
      ['nursing', 'changed'],
      ['edu', 'changed'],
    ]);
  });

  it('keeps the files through a pause, a cap by draft, and a rollback', async () => {
    const before = await api.versions.current();
    const entries = [{ kind: 'offer', handle: 'nursing' }];
    const admin = await api.operator('adam', 'pause', 'catalogue:draft', 'catalogue:apply', 'catalogue:read');
    await admin.post('/switches', { action: 'pause', entries, why: 'So', dry_run: false });
    const paused = await api.versions.current();
    expect(paused?.files?.[1]?.text).to.equal(
      before?.files?.[1]?.text.replace('shared\n', 'shared\n    status: paused\n'),
    );
    const cap = { kind: 'buyer', handle: 'lakeshore', window: 'day', limit: 60 };
    const drafted = (await admin.post('/drafts/cap', cap)).body as unknown as Body;
    expect(drafted.files).to.deep.equal([
      { name: 'buyers.yaml', text: BUYERS.replace('limit: 20', 'limit: 60') },
      paused?.files?.[1],
    ]);
    const rollback = { version: before?.version, why: 'So', dry_run: false };
    expect((await admin.post('/catalogue/rollback', rollback)).status).to.equal(200);
    expect((await api.versions.current())?.files).to.deep.equal(before?.files);
    const { body } = await ana.get('/catalogue');
    expect(body).to.deep.include({ files: before?.files });
    expect(body['info']).to.include({ files_from: 'edited' });
  });

  it('names faults by entry and field, and keeps what was typed', async () => {
    const draft = await create(FILES);
    const { status, body } = await put(draft, 'buyer', 'summit', {
      ...SUMMIT,
      caps: [{ window: 'day', limit: 0 }],
    });
    expect([status, body.revision]).to.deep.equal([200, 2]);
    expect(body.check.faults.map((fault) => [fault.entry, fault.field])).to.deep.equal([
      ['buyer summit', 'caps[0].limit'],
    ]);
    expect((await entry(draft.id, 'buyer', 'summit')).body.entry).to.deep.equal({
      ...{ name: 'Summit College', caps: [{ window: 'day', limit: 0 }] },
      handle: 'summit',
    });
  });

  for (const [what, value, revision, expected, said] of [
    ['a form that another person overtook', SUMMIT, 7, 409, /^ana changed this draft at /],
    ['another handle in the entry', { ...SUMMIT, handle: 'other' }, 1, 400, /entry\.handle/],
    ['what is not there', null, 1, 404, /no buyer summit/],
  ] as const)
    it(`refuses ${what}`, async () => {
      const draft = await create(FILES);
      const { status, body } = await put({ ...draft, revision }, 'buyer', 'summit', value);
      expect([status, JSON.stringify(body)]).to.satisfy(
        ([code, text]: [number, string]) => code === expected && said.test(body.message ?? text),
      );
    });

  it('refuses files that are no YAML, and says so', async () => {
    const draft = await create([{ name: 'a.yaml', text: 'version: [' }]);
    const { status, body } = await put(draft, 'buyer', 'summit', SUMMIT);
    expect([status, body.message]).to.deep.equal([
      409,
      "The files of the draft can't be edited by entry: edit their text.",
    ]);
    expect(
      (await api.call('get', `${OPERATOR}/drafts/${draft.id}/entries?kind=buyer&handle=x`)).status,
    ).to.equal(404);
  });
});
