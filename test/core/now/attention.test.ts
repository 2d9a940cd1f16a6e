import { expect } from 'chai';
import type { Finding } from '../../../src/core/alerts/finding.js';
import type { Mute } from '../../../src/core/alerts/mute.js';
import { attentionList, type Attention } from '../../../src/core/now/attention.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 22, 12, minute));
const NOW = at(30);
const ANA = { id: 'p1', name: 'Ana' };

const finding = (id: string, over: Partial<Finding> = {}): Finding => ({
  ...{ id, rule: 'unknown_leads', severity: 'soon', since: at(0), count: 1 },
  ...{ value: 1, threshold: 1, unit: 'count' },
  subject: { kind: 'offer', id: 'o1', name: 'summit' },
  sentence: 'One lead at Summit is unknown.',
  ...over,
});
const MUTE: Mute = {
  ...{ id: 'm', subject: 'o2', up_to: 'soon', until: at(60), why: 'They know', by: 'Ana', at: at(20) },
};

describe('what needs somebody', () => {
  it('is listed most urgent first, then the oldest, what is muted last', () => {
    const findings = [
      finding('note', { severity: 'note' }),
      finding('young', { since: at(9) }),
      finding('muted', { subject: { kind: 'offer', id: 'o2', name: 'lake' } }),
      finding('old', { since: at(1) }),
      finding('urgent', { severity: 'urgent', since: at(29) }),
    ];
    const listed = attentionList(findings, [], [MUTE], NOW);
    expect(listed.map(({ id }) => id)).to.deep.equal(['urgent', 'old', 'young', 'note', 'muted']);
  });

  const taken: Attention = {
    id: 'a',
    at: at(20),
    taken_by: ANA,
    note: { text: 'On it', by: ANA, at: at(20) },
  };
  for (const [what, since, isTaken] of [
    ['the same trouble', at(0), true],
    ['the same trouble again, after it was over', at(25), false],
  ] as const)
    it(`shows ${what} as ${isTaken ? '' : 'not '}taken`, () => {
      const [item] = attentionList([finding('a', { since })], [taken], [], NOW);
      expect([item?.taken_by, item?.note?.text]).to.deep.equal(isTaken ? [ANA, 'On it'] : [null, undefined]);
    });

  for (const [rule, subject, help] of [
    ['unknown_leads', { kind: 'offer', id: 'o1', name: 'summit' }, { action: 'settle_leads', id: 'o1' }],
    ['breaker_open', { kind: 'offer', id: 'o1:search', name: 'summit' }, { action: 'open_offer', id: 'o1' }],
    ['accept_rate', { kind: 'affiliate', id: 'a1', name: 'acme' }, { action: 'open_affiliate', id: 'a1' }],
    ['queue_lag', { kind: 'queue', id: 'submit', name: 'submit' }, null],
  ] as const)
    it(`${help === null ? 'has no button' : `has the button ${help.action}`} for ${rule}`, () => {
      expect(attentionList([finding('a', { rule, subject })], [], [], NOW)[0]?.help).to.deep.equal(help);
    });
});
