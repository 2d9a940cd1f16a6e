import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { AuditPorts } from '../../../src/app/audit/audited.js';
import { listStatements } from '../../../src/app/money/list-statements.js';
import { markStatements, unmarkStatements, type Marked } from '../../../src/app/money/mark-statements.js';
import { applyDocument } from '../../../src/app/catalogue/change-catalogue.js';
import { createMarkStore } from '../../../src/platform/mongo/money/mark-store.js';
import { appliedCatalogue } from '../../support/applied-catalogue.js';
import { bookWorld, type BookWorld } from '../../support/book-world.js';
import { migratedServices } from '../../support/services.js';

const OCTOBER = new Date('2026-10-20T15:00:00Z');
const NOW = new Date('2026-12-05T00:00:00Z');
const NUMBER = '2026-10-buyer-lakeshore';
const OTHER = '2026-10-affiliate-northwind';
const applied = appliedCatalogue({ buyerUrl: 'http://127.0.0.1:9', directOffers: 1, partner: false });

describe('marks of statements', () => {
  const services = migratedServices();
  let world: BookWorld;
  let marks: ReturnType<typeof createMarkStore>;
  const acts: object[] = [];
  const audit: AuditPorts = {
    auditLog: {
      append(entry) {
        acts.push(entry);
        return Promise.resolve(acts.length);
      },
    },
    clock: () => NOW,
    who: { kind: 'person', id: 'p1' },
    from: { kind: 'console', host: 'h' },
    onMissingOutcome: () => undefined,
  };

  before(async () => {
    const connection = await services.migrated();
    await applied.apply(connection);
    world = bookWorld(connection, applied.catalogue, () => NOW);
    marks = createMarkStore(connection);
    await world.begin(new Date('2026-10-02T12:00:00Z'));
    const document = (await world.versions.current())!.document;
    const terms = { ...document, books: { ...document.books, payment_days: 30 } };
    await applyDocument(world.versions, terms, { at: NOW, by: 'test', how: 'apply' });
    await world.sold(OCTOBER);
    await world.sold(OCTOBER, { id: randomUUID() }, { buyer_cents: null });
    expect((await world.close('2026-10')).outcome).to.equal('closed');
  });
  beforeEach(async () => {
    acts.length = 0;
    for (const name of ['sent', 'paid'] as const)
      for (const number of [NUMBER, OTHER]) await marks.unset(number, name);
  });
  after(() => services.close());

  const ports = () => ({ ...world, marks });
  const mark = (over: Partial<Parameters<typeof markStatements>[2]> = {}): Promise<Marked> =>
    markStatements(ports(), audit, { mark: 'paid', numbers: [NUMBER], by: 'ann', ...over });
  const unmark = (numbers: readonly string[] = [NUMBER]): Promise<Marked> =>
    unmarkStatements(ports(), audit, { mark: 'paid', numbers, why: 'The bank returned it' });
  const listed = async () => listStatements({ ...ports(), catalogue: world.versions }, '2026-10');
  const refusal = (act: Promise<unknown>): Promise<string> =>
    act.then(
      () => 'nothing was refused',
      (error: unknown) => (error as Error).message,
    );

  it('are listed with totals, and with the due day of the close', async () => {
    await mark({ numbers: [OTHER], on: '2026-11-28', reference: 'WIRE-1' });
    const { is_closed, currency, statements } = await listed();
    expect([is_closed, currency]).to.deep.equal([true, 'USD']);
    expect(
      statements.map(({ number, lines, net_cents, null_amounts }) => [
        number,
        lines,
        net_cents,
        null_amounts,
      ]),
    ).to.deep.equal([
      [NUMBER, 2, 4_250, 1],
      [OTHER, 2, 4_000, 0],
    ]);
    expect(statements.map(({ due_on, is_overdue }) => [due_on, is_overdue])).to.deep.equal([
      ['2026-11-30', true],
      ['2026-11-30', false],
    ]);
    expect(statements[1]?.paid).to.deep.equal({ on: '2026-11-28', at: NOW, by: 'ann', reference: 'WIRE-1' });
  });

  it('of an open month are none, since its statements are drafts', async () => {
    const { is_closed, statements } = await listStatements(
      { ...ports(), catalogue: world.versions },
      '2026-11',
    );
    expect([is_closed, statements]).to.deep.equal([false, []]);
    expect(await refusal(mark({ numbers: [NUMBER, '2026-11-buyer-lakeshore'] }))).to.equal(
      'No closed month has a statement 2026-11-buyer-lakeshore; nothing was marked',
    );
    expect((await marks.ofMonth('2026-10')).get(NUMBER) ?? {}).to.deep.equal({});
  });

  it('set twice change nothing, and another one is refused with who set the first', async () => {
    expect((await mark({ reference: 'WIRE-1' })).sentence).to.equal('Marked 1 statement as paid.');
    expect((await mark({ reference: 'WIRE-1', by: 'bob' })).sentence).to.equal(
      'Nothing changed. 1 statement had this mark before.',
    );
    expect(await refusal(mark({ reference: 'WIRE-2', by: 'bob' }))).to.equal(
      `${NUMBER} is already marked paid on 2026-12-05 by ann (reference WIRE-1). Take that mark back first`,
    );
    expect((await mark({ reference: 'WIRE-2', numbers: [NUMBER, OTHER] })).sentence).to.equal(
      `Marked 1 statement as paid. ${NUMBER} is already marked paid on 2026-12-05 by ann (reference WIRE-1). Take that mark back first.`,
    );
  });

  it('of two people at once: one is set, and the other is told of it', async () => {
    const both = await Promise.allSettled(['ann', 'bob'].map((by) => mark({ by, reference: by })));
    const [won] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.sentence] : []));
    const [lost] = both.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
    expect(won).to.equal('Marked 1 statement as paid.');
    const by = (await marks.ofMonth('2026-10')).get(NUMBER)?.paid?.by;
    expect(lost).to.contain(`is already marked paid on 2026-12-05 by ${by}`);
  });

  it('are taken back, once, and can be set again', async () => {
    await mark();
    expect((await unmark()).sentence).to.equal('Took the mark paid of 1 statement back.');
    expect((await unmark()).sentence).to.equal('Nothing changed. 1 statement had no such mark.');
    expect((await mark({ reference: 'WIRE-2' })).changed).to.equal(1);
  });

  it('are in the audit log, and so is what took them back', async () => {
    await mark({ reference: 'WIRE-1' });
    await unmark();
    await refusal(mark({ on: '2026-12-06' }));
    const on = { kind: 'statement', ids: [NUMBER] };
    expect(acts[0]).to.deep.include({
      action: 'statement.mark',
      on,
      facts: { mark: 'paid', reference: 'WIRE-1' },
    });
    expect(acts[2]).to.deep.include({ action: 'statement.unmark', on, why: 'The bank returned it' });
    expect(acts.map((act) => ('result' in act ? act.result : 'intent'))).to.deep.equal([
      ...['intent', 'done', 'intent', 'done', 'intent', 'refused'],
    ]);
  });
});
