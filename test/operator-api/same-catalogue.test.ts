import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import {
  ENTRY_KINDS,
  ENTRY_LISTS,
  type CatalogueDocument,
  type EntryKind,
} from '../../src/core/catalogue/document.js';
import { startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';

const DEMO = readFileSync('sandbox/demo-catalogue.yaml', 'utf8');
/** Of the demo's entries, so many are its affiliates, its buyers and some of its offers. */
const PART = 10;
/** The demo before anybody may sell. */
const [UNSOLD = ''] = DEMO.split(/^campaigns:\n/m);

interface Body {
  readonly id: string;
  readonly revision: number;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly message?: string;
}

/** An entry as a form has it. */
interface Formed {
  readonly kind: EntryKind;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** An exchange of its own, which begins without a catalogue. */
interface Exchange {
  /** Applies a file. */
  byFile(text: string): Promise<void>;
  /** Puts entries into one draft, as forms do, and applies it. */
  byEntries(entries: readonly Formed[]): Promise<void>;
  entry(kind: EntryKind, handle: string): Promise<Formed>;
  /** The catalogue as one file that Leadkeep writes, and the files as people have them. */
  exported(): Promise<{ readonly text: string; readonly files: Body['files'] }>;
  document(): Promise<CatalogueDocument | undefined>;
}

describe('operator API: one catalogue by file, by entry, and by both', function () {
  const opened: ActingApi[] = [];
  let file: Exchange;
  let form: Exchange;
  let both: Exchange;
  before(async () => {
    [file, form, both] = await Promise.all([exchange(opened), exchange(opened), exchange(opened)]);
    await file.byFile(DEMO);
    const entries = await entriesOf(file);
    await form.byEntries(entries);
    // A part by entry, then a file on top of it, and the rest by entry again.
    await both.byEntries(entries.slice(0, PART));
    await both.byFile(UNSOLD);
    await both.byEntries(entries.slice(PART));
  });
  after(() => Promise.all(opened.map((api) => api.close())));

  it('is the same, stored and exported', async () => {
    const { text, files } = await file.exported();
    expect(files.map((each) => each.text)).to.deep.equal([DEMO]);
    for (const other of [form, both]) {
      expect(await other.document()).to.deep.equal(await file.document());
      expect((await other.exported()).text).to.equal(text);
    }
    expect((await both.exported()).files[0]?.text.startsWith(UNSOLD)).to.equal(true);
  });

  it('differs in what is changed alone, whichever way', async () => {
    const { text } = await file.exported();
    const { kind, entry } = await file.entry('offer', 'lakeshore-nursing');
    await file.byEntries([{ kind, entry: { ...entry, price: 54 } }]);
    const [made] = (await form.exported()).files;
    await form.byFile(made?.text.replace('price: 52.5\n', 'price: 54\n') ?? '');
    const changed = text.replace('price: 52.5\n', 'price: 54\n');
    expect(changed).not.to.equal(text);
    expect((await file.exported()).text).to.equal(changed);
    expect((await form.exported()).text).to.equal(changed);
    expect((await file.exported()).files[0]?.text).to.equal(DEMO.replace('price: 52.50', 'price: 54.00'));
    expect(await form.document()).to.deep.equal(await file.document());
  });
});

async function exchange(opened: ActingApi[]): Promise<Exchange> {
  const api = await startActingApi('version: 1');
  opened.push(api);
  const ana: Acting = await api.operator('ana', 'catalogue:read', 'catalogue:draft', 'catalogue:apply');
  const draft = async (more: object): Promise<Body> =>
    said(await ana.post('/drafts', { title: 'So', ...more }));
  const apply = async ({ id, revision }: Body): Promise<void> => {
    said(await ana.post(`/drafts/${id}/apply`, { revision }));
  };
  return {
    byFile: async (text) => apply(await draft({ files: [{ name: 'catalogue.yaml', text }] })),
    byEntries: async (entries) => {
      let into = await draft({});
      for (const { kind, entry } of entries) {
        const body = { revision: into.revision, kind, handle: entry['handle'], entry };
        into = said(await ana.post(`/drafts/${into.id}/entries`, body));
      }
      await apply(into);
    },
    entry: async (kind, handle) => {
      const body: object = said(await ana.get(`/catalogue/entry?kind=${kind}&handle=${handle}`));
      return { kind, entry: (body as Formed).entry };
    },
    exported: async () => said(await ana.get('/catalogue')) as unknown as Body & { text: string },
    document: async () => (await api.versions.current())?.document,
  };
}

function said({ status, body }: { readonly status: number; readonly body: object }): Body {
  expect([status, (body as Body).message]).to.satisfy(([code]: [number]) => code < 300, JSON.stringify(body));
  return body as Body;
}

async function entriesOf(from: Exchange): Promise<Formed[]> {
  const document = await from.document();
  const found: Formed[] = [];
  for (const list of ENTRY_LISTS)
    for (const { handle } of document?.[list] ?? []) found.push(await from.entry(ENTRY_KINDS[list], handle));
  return found;
}
