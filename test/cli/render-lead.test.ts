import { IDS } from '../support/catalogue.js';
import { expect } from 'chai';
import { renderLead } from '../../src/cli/render/lead.js';
import { releaseEffect } from '../../src/core/delivery/pending-effects.js';
import { testLead, testAttempt } from '../support/records.js';

const START = new Date('2026-11-21T17:00:00.000Z');
const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);
const names = (id: string): string => (id === 'O' ? 'nursing' : 'someone');

describe('renderLead', () => {
  it('tells at a glance what became of it, and why', () => {
    const text = renderLead(
      testLead({
        state: 'rejected',
        offer_id: 'O',
        decision: {
          code: 'CAP_REACHED',
          at: after(1.2),
          source: 'service',
          refusal: { check: 'caps', code: 'CAP_REACHED', why: 'day', detail: { limit: 20 } },
        },
        attempts: [
          testAttempt({
            number: 1,
            submission: 1,
            at: after(1),
            timeout_ms: 5_000,
            outcome: 'never_sent',
            duration_ms: 12,
            detail: 'ECONNREFUSED',
          }),
        ],
        timeline: [
          { at: after(1.2), what: 'decided', offer_id: 'O', outcome: 'CAP_REACHED', reason: { why: 'day' } },
        ],
      }),
      names,
    );
    expect(text.split('\n').slice(0, 3)).to.deep.equal([
      'Lead 20000000-0000-4000-8000-000000000001: rejected',
      '  CAP_REACHED: Cap reached, decided by the service, 1.2 s after it was received',
      '  Why: CAP_REACHED, caps: day (limit 20)',
    ]);
    expect(text).to.match(
      /\n {2}1 +1 +2026-11-21 17:00:01\.000 UTC +\+1\.0 s +\S.* never_sent +12 ms +ECONNREFUSED\n/,
    );
    expect(text).to.match(
      /\n {2}2026-11-21 17:00:01\.200 UTC +\+1\.2 s +decided +nursing +CAP_REACHED +why day$/,
    );
  });

  it('says of an attempt that never left that it was not sent', () => {
    const timeline = [
      { at: START, what: 'sent', reason: { attempt: 1 } },
      { at: START, what: 'answered', outcome: 'never_sent', reason: { attempt: 1 } },
      { at: START, what: 'sent', reason: { attempt: 2 } },
      { at: START, what: 'answered', outcome: 'accepted', reason: { attempt: 2 } },
    ];
    const attempts = [
      testAttempt({ number: 1, outcome: 'never_sent' }),
      testAttempt({ number: 2, outcome: 'accepted' }),
    ];
    const lead = testLead({ attempts, timeline });
    const lines = renderLead(lead, names).split('\n').slice(-4);
    expect(lines.map((line) => line.replace(/^.*\+0 ms +/, '').replace(/ {2,}/g, ' '))).to.deep.equal([
      'not_sent attempt 1',
      'ended never_sent attempt 1',
      'sent attempt 2',
      'answered accepted attempt 2',
    ]);
  });

  it('names the operator who settled it', () => {
    const decision = { code: 'ACCEPTED', at: after(60), source: 'buyer' } as const;
    const reason = { by: 'root@vm', why: 'Told by phone', was: 'unknown' };
    const timeline = [{ at: after(60), what: 'settled', outcome: 'accepted', reason }];
    const headOf = (over: Parameters<typeof testLead>[0]): string | undefined =>
      renderLead(testLead({ state: 'accepted', decision, ...over }), names).split('\n')[1];
    expect(headOf({ timeline })).to.match(/^ {2}ACCEPTED: .*, settled by root@vm, 1 m after/);
    expect(headOf({})).to.contain(', decided by the buyer, ');
  });

  it('shows of a lead that was posted again only what the present submission was', () => {
    const earlier_leads = [{ lead_id: 'L-1', offer_id: 'O', code: 'CAP_REACHED' }] as const;
    const intent = { at: START, submission: 2, buyer_id: IDS.buyer };
    const timeline = [
      { at: START, what: 'saved' },
      { at: START, what: 'received_again' },
    ];
    const text = (submission: number): string =>
      renderLead(testLead({ state: 'rejected', submission, earlier_leads, intent, timeline }), names);
    expect(text(1)).to.contain('L-1 (nursing: CAP_REACHED)');
    expect(text(2)).not.to.contain('L-1');
    expect(text(2)).to.contain('no, it was refused before it reserved anything');
  });

  it('says of a full timeline that it is not the whole', () => {
    const of = (length: number): string =>
      renderLead(testLead({ timeline: Array.from({ length }, () => ({ at: START, what: 'x' })) }), names);
    expect(of(200)).to.contain('\nTimeline\n  (the newest 200; earlier entries are not kept)\n  AT ');
    expect(of(199)).to.contain('\nTimeline\n  AT ');
  });

  it('says what an undecided lead waits for', () => {
    expect(renderLead(testLead({ state: 'saved' }), names)).to.contain(
      "Not decided: Saved until the buyer's hours",
    );
  });

  it('says what an operator does about an unknown one, and from when on', () => {
    const attempt = testAttempt({
      number: 1,
      submission: 1,
      at: START,
      timeout_ms: 5_000,
      outcome: 'unknown',
    });
    const lead = testLead({ state: 'unknown', attempts: [attempt] });
    expect(renderLead(lead, names).split('\n')[2]).to.equal(
      `  It waits for you: ask the buyer, then run leadkeep lead settle ${lead.id} accepted|rejected --reason "…" (possible from 2026-11-21T17:00:35Z)`,
    );
  });

  it('says under which key the buyer has one that was posted again', () => {
    const attempt = testAttempt({ number: 1, submission: 1, at: START, timeout_ms: 5_000, outcome: 'retry' });
    const second = { ...attempt, number: 2, submission: 2, outcome: 'unknown' } as const;
    const attempts = [attempt, second, { ...second, number: 3, outcome: 'never_sent' }] as const;
    const lead = testLead({ state: 'unknown', submission: 2, attempts });
    expect(renderLead(lead, names)).to.contain(
      `ask the buyer about the Idempotency-Key ${lead.id}:2 (without :2 it is another submission), then run`,
    );
  });
});

describe('what a lead counts in caps', () => {
  const attempts = [
    testAttempt({ number: 1, submission: 1, at: START, timeout_ms: 1_000, outcome: 'rejected' }),
  ] as const;
  const decision = { code: 'BUYER_REJECTED', at: START, source: 'service' } as const;
  const intent = { at: START, submission: 1, buyer_id: IDS.buyer };
  const lineOf = (over: Parameters<typeof testLead>[0]): string | undefined =>
    /counted in caps +(.*)/.exec(renderLead(testLead({ intent, ...over }), names))?.[1];
  for (const [what, over, text] of [
    ['accepted', { state: 'accepted', attempts }, /^at 2026-11-21 17:00:00.000 UTC, submission 1$/],
    ['undecided', { state: 'saved' }, /until it ends$/],
    ['refused before', { state: 'rejected', decision }, /^no, it was refused before it reserved anything$/],
    ['refused by the buyer', { state: 'rejected', attempts, decision }, /^was counted at .*, released$/],
    [
      'refused, and it still owes',
      {
        state: 'rejected',
        attempts,
        decision,
        pending_effects: [releaseEffect(testLead({ intent }), START)],
      },
      /^was counted at .*, to be released$/,
    ],
    ['a test lead', { state: 'held', is_test: true }, /^no, it is a test lead$/],
  ] as const)
    it(what, () => {
      expect(lineOf(over)).to.match(text);
    });
});

describe('for whom a lead counts, and why it waits', () => {
  const lineOf = (label: string, over: Parameters<typeof testLead>[0]): string | undefined =>
    new RegExp(`^ +${label} {2,}(.*)$`, 'm').exec(renderLead(testLead(over), names))?.[1];
  const sold = { at: after(3_600), buyer_id: 'O' };
  const kept = [{ at: START, buyer_id: 'O', attempts: 1 }];
  const intent = { at: after(7_200), submission: 1, buyer_id: 'B', kept };
  const asked = { run: 1, why: 'asked', outcome: 'pending', status: 202 } as const;

  for (const [what, label, over, text] of [
    ['its buyer', 'buyer at the time', { intent }, 'someone'],
    [
      'the buyer that bought it',
      'buyer at the time',
      { state: 'accepted', intent: { ...intent, sold } },
      'nursing',
    ],
    ['its buyer, not yet taken', 'buyer at the time', { buyer_id: 'O' }, 'nursing'],
    [
      'where it was sold',
      'sold in',
      { state: 'accepted', intent: { ...intent, sold } },
      'the windows of 2026-11-21 18:00:00.000 UTC, buyer nursing',
    ],
    [
      'that it counts where it was sold',
      'counted in caps',
      { state: 'accepted', intent: { ...intent, sold } },
      'at 2026-11-21 18:00:00.000 UTC, submission 1',
    ],
    [
      'where attempts were made',
      'attempts made in',
      { state: 'waiting', intent },
      'the windows of 2026-11-21 17:00:00.000 UTC, buyer nursing, attempt 1',
    ],
    [
      'that there was no room where it is now',
      'counted in caps',
      { state: 'unknown', intent: { ...intent, not_reserved: true } },
      'not at 2026-11-21 19:00:00.000 UTC, submission 1, since a cap was full; only for the attempts that were made',
    ],
    [
      'that it waits for another',
      'waits because',
      { runs: 1, waiting: { run: 1, why: 'another_lead' } },
      'another lead of this person or search is still open',
    ],
    [
      'that a check refuses it',
      'waits because',
      { runs: 1, waiting: { run: 1, why: 'refused', by: 'day' } },
      'a check refuses it now (day), but its buyer may have it from an earlier attempt',
    ],
    [
      'what its buyer said, while it is asked again',
      'waits because',
      { state: 'working', runs: 2, waiting: asked },
      'its buyer was asked, but has not decided (pending, 202)',
    ],
    ['no reason of a run that is long past', 'waits because', { runs: 3, waiting: asked }, undefined],
    [
      'no reason of one that ended',
      'waits because',
      { state: 'accepted', runs: 1, waiting: asked },
      undefined,
    ],
    [
      'a reason of another build as it stands',
      'waits because',
      { runs: 1, waiting: { run: 1, why: 'a new moon' } as never },
      'a new moon',
    ],
  ] as const)
    it(`says ${what}`, () => {
      expect(lineOf(label, over)).to.equal(text);
    });
});
