import { expect } from 'chai';
import { decideLead } from '../../sandbox/answering/decide.js';
import { parseFile } from '../../sandbox/file/parse-file.js';
import { answerFaults } from '../../src/core/questions/questions.js';
import { createEvaluatorPool } from '../../src/platform/mapping/evaluator-pool.js';
import { failInsteadOfHanging } from '../support/fail-instead-of-hanging.js';

/** Passes as a regular expression, and a backtracking engine needs 2 to the power of the text's length for it. */
const SLOW = '^([A-Za-z]+\\s?)*$';
const ANSWER = `${'a'.repeat(60)}!`;

describe('attack: a pattern that takes for ever on a short text', () => {
  it('holds no lead up: the answer to a question is evaluated', () => {
    const field = { name: 'why', label: null, type: 'text', required: true, pattern: SLOW } as const;
    const [fault] = failInsteadOfHanging(() => answerFaults([field], { why: ANSWER }, undefined));
    expect(fault).to.include({ code: 'INVALID_FIELD', field: 'why' });
  });

  it('holds no mapping up', async () => {
    const source = `{ "fits": $contains(lead.why, /${SLOW}/), "words": $split(lead.why, /([a-z]+)+-/) }`;
    const input = { lead: { why: ANSWER } };
    const evaluator = createEvaluatorPool({ limitMs: 60_000, patientMs: 1 });
    const written = await evaluator.run('lead', { kind: 'write', source, encoding: 'json', input });
    await evaluator.close();
    expect(written).to.deep.equal({ ok: true, value: `{"fits":false,"words":["${ANSWER}"]}` });
  });

  it('holds no sandbox up', () => {
    const rules = `[{ field: why, matches: '${SLOW}', do: Reject }]`;
    const parsed = parseFile('f.yaml', `version: 1\nparties:\n  - { handle: p, rules: ${rules} }\n`);
    const [party] = parsed.ok ? parsed.file.parties : [];
    if (!party) throw new Error('no party');
    const incoming = { body: { why: ANSWER }, headers: {}, key: 'k' };
    expect(failInsteadOfHanging(() => decideLead(party, '', incoming))).to.be.an('object');
  });
});
