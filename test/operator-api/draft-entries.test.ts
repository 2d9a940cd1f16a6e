import { expect } from 'chai';
import { diffCatalogue } from '../../src/core/catalogue/diff-catalogue.js';
import {
  entryKindOf,
  FORM_NAMES,
  type EntryForms,
  type FieldKind,
  type FormField,
} from '../../src/core/catalogue/entry-form.js';
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
  readonly check: { faults: { entry: string; field: string; sentence: string }[] };
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
  const filesInForce = async () => api.versions.files(await api.versions.currentVersion());
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
    expect(byEntry).to.include({ files_from: 'edited' });
    expect(await filesInForce()).to.deep.equal(typed);

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
    const files = await filesInForce();
    const entries = [{ kind: 'offer', handle: 'nursing' }];
    const admin = await api.operator('adam', 'pause', 'catalogue:draft', 'catalogue:apply', 'catalogue:read');
    await admin.post('/switches', { action: 'pause', entries, why: 'So', dry_run: false });
    const paused = await filesInForce();
    expect(paused?.[1]?.text).to.equal(files?.[1]?.text.replace('shared\n', 'shared\n    status: paused\n'));
    const cap = { kind: 'buyer', handle: 'lakeshore', window: 'day', limit: 60 };
    const drafted = (await admin.post('/drafts/cap', cap)).body as unknown as Body;
    expect(drafted.files).to.deep.equal([
      { name: 'buyers.yaml', text: BUYERS.replace('limit: 20', 'limit: 60') },
      paused?.[1],
    ]);
    const rollback = { version: before?.version, why: 'So', dry_run: false };
    expect((await admin.post('/catalogue/rollback', rollback)).status).to.equal(200);
    expect(await filesInForce()).to.deep.equal(files);
    const { body } = await ana.get('/catalogue');
    expect(body).to.deep.include({ files });
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

  it('gives a form an entry, the names around it, and the faults of the draft', async () => {
    const draft = await create(FILES);
    const { body: saved } = await put(draft, 'buyer', 'summit', { name: 'Summit', status: 'gone' });
    const read = async (query: string) => (await ana.get(`/catalogue/entry?${query}`)).body;
    const body = await read(`kind=buyer&handle=summit&draft=${draft.id}`);
    expect(body).to.deep.include({ entry: { handle: 'summit', name: 'Summit', status: 'gone' } });
    expect(body['draft']).to.include({ id: draft.id, revision: saved.revision, state: 'draft' });
    expect(body['faults']).to.have.nested.property('[0].field', 'status');
    expect(body['others']).to.deep.include.members([
      { kind: 'buyer', handle: 'summit', name: 'Summit', buyer: null, programs: [] },
      { kind: 'offer', handle: 'nursing', name: 'Nursing', buyer: 'lakeshore', programs: [] },
    ]);
    expect(await read('kind=campaign')).to.include({
      entry: null,
      draft: null,
      faults: null,
      currency: 'USD',
    });
    expect((await ana.get('/catalogue/entry?kind=buyer&handle=summit')).status).to.equal(404);
  });

  it('refuses a new entry that would take the place of another one', async () => {
    const draft = await create(FILES);
    const body = { revision: 1, kind: 'buyer', handle: 'lakeshore', entry: SUMMIT, is_new: true };
    const { status, body: refused } = await ana.post(`/drafts/${draft.id}/entries`, body);
    expect([status, refused['message']]).to.deep.equal([
      409,
      'The draft has another buyer lakeshore: choose another handle.',
    ]);
    const { body: added } = await ana.post(`/drafts/${draft.id}/entries`, { ...body, handle: 'summit' });
    expect(added).to.include({ revision: 2 });
  });

  for (const form of FORM_NAMES)
    it(`keeps every field of a ${form} that its form has`, async () => {
      // Acts are limited for each of them.
      ana = await api.operator(`ana-${form}`, 'catalogue:read', 'catalogue:draft');
      const draft = await create(FILES);
      const { forms } = (await ana.get('/catalogue/forms')).body as unknown as { forms: EntryForms };
      const sections = forms[form];
      const filled = { ...filledIn(sections.flatMap(({ fields }) => fields)), handle: 'all' };
      const kind = entryKindOf(form);
      const { status, body } = await put(draft, kind, 'all', filled);
      expect([status, body.message]).to.deep.equal([200, undefined]);
      expect((await entry(draft.id, kind, 'all')).body.entry).to.deep.equal(filled);
      const unknown = body.check.faults.filter(({ sentence }) => /is not a key here|must be/.test(sentence));
      expect(unknown).to.deep.equal([]);
    });

  it('edits the settings of alerts as an entry, and names the field of a fault', async () => {
    const settings = { kind: 'alerts', handle: 'alerts' };
    const draft = await create(FILES);
    const read = (await entry(draft.id, 'alerts', 'alerts')).body.entry;
    expect(read).to.deep.equal({});
    const desk = { name: 'desk', email: ['desk@example.com'], digest: { at: '08:00' } };
    const entryOf = {
      channels: [desk, { ...desk, digest: { at: '25:00' } }],
      thresholds: { cap_near: '90%' },
    };
    const wrong = await ana.post(`/drafts/${draft.id}/entries`, { ...settings, revision: 1, entry: entryOf });
    const { faults } = (wrong.body as unknown as { check: { faults: { entry: null; field: string }[] } })
      .check;
    expect(faults.map((fault) => [fault.entry, fault.field])).to.have.deep.members([
      [null, 'alerts.channels[1].name'],
      [null, 'alerts.channels[1].digest.at'],
    ]);
    const right = { ...entryOf, channels: [desk] };
    const saved = await ana.post(`/drafts/${draft.id}/entries`, { ...settings, revision: 2, entry: right });
    expect(saved.body).to.have.nested.property('check.faults').that.deep.equals([]);
    expect((await entry(draft.id, 'alerts', 'alerts')).body.entry).to.deep.equal(right);
  });
});

/** A value for each field of a form, of the kind that its control writes. */
function filledIn(fields: readonly FormField[]): Record<string, unknown> {
  return Object.fromEntries(
    // Rules in rules have the same fields again.
    fields.filter(({ key }) => key !== 'any').map((field) => [field.key, valueFor(field)]),
  );
}

const VALUES: Partial<Record<FieldKind, unknown>> = {
  text: 'word',
  paragraphs: 'Some words.\nAnd more.',
  expression: 'status = 200',
  handle: 'handle',
  address: 'https://a.example/x',
  secret: '${secret:NAME}',
  money: 12.5,
  share: '10%',
  limit: '600/min:50',
  time: '08:00',
  date: '2026-12-25',
  zone: 'America/Chicago',
  flag: true,
  texts: ['word.example'],
  dates: ['2026-12-25'],
  range: [1, 2],
  entry: 'lakeshore',
  program: 'bsn',
  programs: ['bsn'],
  headers: { Authorization: 'Bearer ${secret:NAME}' },
};

function valueFor({ key, kind, fields, item, options, least, has_decimals }: FormField): unknown {
  if (kind === 'range' && has_decimals) return [12.5, 13.5];
  if (key === 'id') return '5d7a1a0e-9f5f-5a29-9d2c-1f1f6f0b8a11';
  if (key === 'to') return '20:00';
  if (key === 'accept_at_once') return ['bad_phone'];
  if (kind === 'group') return filledIn(fields ?? []);
  if (kind === 'rows' || kind === 'rules') return [filledIn(fields ?? [])];
  if (kind === 'map') return { bsn: item && valueFor(item) };
  if (kind === 'choice') return options?.[0]?.value;
  if (kind === 'choices') return [options?.[0]?.value];
  if (kind === 'number') return typeof least === 'number' ? Math.max(1, least) : 1;
  return kind === 'duration' ? least : VALUES[kind];
}
