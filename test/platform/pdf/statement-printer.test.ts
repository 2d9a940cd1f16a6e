import { expect } from 'chai';
import { extractText, getDocumentProxy } from 'unpdf';
import { ActRefused } from '../../../src/app/act-refused.js';
import { statementPdf } from '../../../src/app/money/print-statement.js';
import type { StatementHead, StatementLine } from '../../../src/core/money/statement.js';
import { createStatementPrinter } from '../../../src/platform/pdf/statement-printer.js';

const HEAD: StatementHead = {
  number: '2026-10-buyer-lakeshore',
  party: {
    kind: 'buyer',
    id: 'B',
    handle: 'lakeshore',
    name: 'Lakeshore University',
    address: '2 Lake Rd\nChicago',
  },
  issuer: { name: 'Heartland Leads', address: '1 Main St\nMadison', payment_days: 30 },
  ...{ month: '2026-10', currency: 'USD', time_zone: 'America/Chicago' },
};

const LINE: StatementLine = {
  ...{ lead_id: '1f0c7e1e-6f5b-4a53-8a43-5d2b3c1f7a90', kind: 'sale', day: '2026-10-05' },
  ...{ offer: 'Nursing', program: 'RN to MSN', amount_cents: 4_250, reference: 'B-17', reason: null },
  ...{ subids: null, external_id: null },
};

async function* inOrder(lines: readonly Partial<StatementLine>[]): AsyncGenerator<StatementLine> {
  for (const line of lines) yield await Promise.resolve({ ...LINE, ...line });
}

const printer = createStatementPrinter();
const printed = (
  lines: readonly Partial<StatementLine>[],
  head: Partial<StatementHead> = {},
): Promise<Buffer> => statementPdf(printer, { head: { ...HEAD, ...head }, lines: inOrder(lines) });

/** The text of each page. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

describe('the PDF of a statement', function () {
  this.timeout(120_000);

  it('has both names and addresses, number, due day, net, totals by offer, and lines of each kind', async () => {
    const [page = '', ...more] = await pagesOf(
      await printed([
        {},
        { kind: 'return', amount_cents: -4_250, reason: 'bad_phone' },
        { kind: 'return_reversal', amount_cents: 4_250 },
        { kind: 'sale', offer: 'Business', amount_cents: null },
        {
          kind: 'adjustment',
          offer: null,
          lead_id: null,
          amount_cents: -100,
          reference: 'CN-7',
          reason: 'Discount',
        },
      ]),
    );
    expect(more).to.have.length(0);
    for (const words of [
      'Heartland Leads 1 Main St Madison Lakeshore University 2 Lake Rd Chicago',
      ...['Statement 2026-10-buyer-lakeshore', 'Net, owed by you 41.50 USD', 'Due 2026-11-30'],
      'Business 1 0.00 0 0.00 0.00 0.00 Nursing 1 42.50 0 0.00 0.00 42.50',
      'Adjustments without a lead 0 0.00 0 0.00 -1.00 -1.00',
      ...[
        '2026-10-05 Sale 1f0c7e1e-6f5b-4a53-8a43-5d2b3c1f7a90 B-17 Nursing RN to MSN 42.50',
        'bad_phone -42.50',
      ],
      ...['Return undone', 'CN-7', 'Discount -1.00', '1 line has no amount', 'Page 1 of 1'],
    ])
      expect(page).to.contain(words);
  });

  it('of a draft says so, and says nothing of who sends it or when it is due where neither is configured', async () => {
    const { number: _, ...head } = HEAD;
    const lines = inOrder([{}]);
    const [page = ''] = await pagesOf(await statementPdf(printer, { head: { ...head, issuer: {} }, lines }));
    expect(page).to.contain('Draft: buyer lakeshore').and.to.contain('The month is open');
    expect(page).to.not.match(/Heartland|Due|undefined/);
  });

  it('of an affiliate has its labels, and says who owes whom', async () => {
    const party = { kind: 'affiliate', id: 'A', handle: 'northwind', name: 'Northwind' } as const;
    const lines = [{ subids: { subid: 'spring', subid3: 'mail' }, external_id: 'order-1', reference: null }];
    const [page = ''] = await pagesOf(await printed(lines, { party }));
    expect(page)
      .to.contain('spring, mail')
      .and.to.contain('order-1')
      .and.to.contain('Net, owed to you 42.50 USD');
  });

  it('writes names of other scripts, and says of characters that no font has', async () => {
    const offers = ['Лейкшор', 'Σχολή', 'École à Gençlik', 'שלום', '大学'];
    const [page = ''] = await pagesOf(await printed(offers.map((offer) => ({ offer }))));
    for (const offer of offers.slice(0, 3)) expect(page).to.contain(offer);
    expect(page).to.match(/שלום|םולש/);
    expect(page).to.contain('□□').and.to.contain('□ stands for a character');
    expect(page).to.not.contain('大');
  });

  it('of 5,000 lines has a head and a number on each page, the same bytes each time, and lets others run', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => ({ reference: `R-${at}`, amount_cents: at }));
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const first = await printed(lines);
    isOver = true;
    expect(turns).to.be.greaterThan(5);
    expect((await createPrintedAgain(lines)).equals(first)).to.equal(true);
    const pages = await pagesOf(first);
    expect(pages.length).to.be.greaterThan(100);
    for (const [at, page] of pages.entries()) {
      expect(page).to.contain('Day What Lead Reference').and.to.contain('Statement 2026-10-buyer-lakeshore');
      expect(page).to.contain(`Page ${at + 1} of ${pages.length}`);
    }
    expect(pages.join(' ').match(/R-\d+/g)).to.deep.equal(lines.map(({ reference }) => reference));
  });

  it('has no limit that hides lines: a cell of many words takes more room, and no more than a page', async () => {
    const words = Array.from({ length: 3_000 }, (_, at) => `word${at}`).join(' ');
    const pages = await pagesOf(await printed([{}, { reason: words }, { reference: 'LAST' }]));
    expect(pages.join(' ')).to.contain('word0').and.to.contain('LAST');
    expect(pages.length).to.be.below(5);
  });

  it('is refused above 20,000 lines', async () => {
    const error = await printed(Array.from({ length: 20_001 }, () => ({}))).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ActRefused);
    expect((error as Error).message)
      .to.contain('more than 20,000 lines')
      .and.to.contain('CSV');
  });
});

/** By another printer, as another process would. */
const createPrintedAgain = (lines: readonly Partial<StatementLine>[]): Promise<Buffer> =>
  statementPdf(createStatementPrinter(), { head: HEAD, lines: inOrder(lines) });
