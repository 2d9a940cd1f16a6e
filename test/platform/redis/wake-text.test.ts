import { expect } from 'chai';
import type { WakeNote } from '../../../src/app/ports/queues.js';
import type { StoredResult } from '../../../src/core/search/search-record.js';
import { sharedPartOf } from '../../../src/core/search/shared-terms.js';
import { readWakeMessage, wakeMessage } from '../../../src/platform/redis/wake-text.js';
import { listedRun, NONE_SEEN, sharedResult, sharedRun, termsIdIn } from '../../support/shared-results.js';

const TEXTS = ['A', 'B', 'C'];
const PARTS = new Map(
  TEXTS.map((text) => {
    const result = sharedResult('any', text);
    return [termsIdIn(result), sharedPartOf(result.terms)!];
  }),
);
const known = { ...NONE_SEEN, terms: (id: string) => PARTS.get(id) };
const results = (count: number) =>
  sharedRun(Array.from({ length: count }, (_, i) => TEXTS[i % TEXTS.length]!));
/** What a process reads of a note that was sent to it. */
const read = (note: WakeNote | undefined) => readWakeMessage(wakeMessage('r', note), known);

const accepted = {
  submission: 2,
  at: new Date('2026-11-22T10:00:00Z'),
  payout_cents: 3_000,
  source: 'buyer',
} as const;
const [one, two] = sharedRun(['A', 'B']) as [StoredResult, StoredResult];

describe('the note of a wake-up', () => {
  const WHOLE: readonly (readonly [string, WakeNote])[] = [
    ['an accepted submission', accepted],
    ['one that says who decided', { ...accepted, source: 'partner' }],
    ['a search that found nothing', { run: 1, results: [] }],
    ['a search', { run: 1, results: results(10) }],
    ['a search of a large campaign', { run: 1, results: results(1_000) }],
  ];
  for (const [what, note] of WHOLE)
    it(`is read as it was sent: ${what}`, () => {
      expect(read(note)).to.deep.equal({ id: 'r', note });
    });

  const READ: readonly (readonly [string, WakeNote | undefined])[] = [
    ['there is none', undefined],
    ['a result has terms of its own', { run: 1, results: [one, { ...two, terms: { ...two.terms } }] }],
    ['terms were not seen', { run: 1, results: sharedRun(['A', 'D']) }],
    ['a result is of another campaign', { run: 1, results: [one, { ...two, campaign_id: 'other' }] }],
    ['a result is of another run', { run: 1, results: [one, { ...two, run: 2 }] }],
    ['all are of another run', { run: 1, results: sharedRun(['A', 'B'], 2) }],
    ['ids are not those of a run', { run: 1, results: [one, one] }],
    ['it is too long', { run: 1, results: results(7_000) }],
    ['it is far too long', { run: 1, results: results(8_000) }],
  ];
  for (const [why, note] of READ)
    it(`leaves the record to be read when ${why}`, () => {
      const { id, note: told } = read(note);
      expect({ id, told }).to.deep.equal({ id: 'r', told: undefined });
    });

  it('of many results refers to a list, if the process has seen it', () => {
    const everywhere = Array.from({ length: 200 }, (_, place) => place);
    for (const narrowed of [[], [9], everywhere]) {
      const { results: many, list } = listedRun(200, { paused: [4], narrowed, partners: [6] });
      const note = { run: 1, results: many };
      const message = wakeMessage('r', { ...note, list: list! });
      const { searched } = JSON.parse(message.split('\n')[1] ?? '') as { searched: { results: object } };
      expect(searched.results).to.include({ list: list!.id });
      const parts = new Map(many.map((result) => [termsIdIn(result), sharedPartOf(result.terms)!]));
      const terms = (id: string) => parts.get(id);
      const listed = (asked: string) => (asked === list!.id ? list!.list : undefined);
      expect(readWakeMessage(message, { terms, list: listed })).to.deep.equal({ id: 'r', note });
      for (const some of [{ terms }, { list: listed }])
        expect(readWakeMessage(message, { ...NONE_SEEN, ...some }).note).to.equal(undefined);
    }
  });

  it('has the text of an answer ready, because results share the terms that the process has', () => {
    const { note } = read({ run: 1, results: results(3) });
    const parts = note && 'results' in note ? note.results.map(({ terms }) => sharedPartOf(terms)) : [];
    expect(parts).to.have.length(3);
    for (const [i, text] of TEXTS.entries())
      expect(parts[i]).to.equal(known.terms(termsIdIn(sharedResult('any', text))));
  });
});
