import { expect } from 'chai';
import { decideLead } from '../../sandbox/answering/decide.js';
import { parseFile } from '../../sandbox/file/parse-file.js';
import { answerFaults } from '../../src/core/questions/questions.js';
import { runTask } from '../../src/platform/mapping/run-task.js';

/** Passes as a regular expression, and a backtracking engine needs 2 to the power of the text's length for it. */
const SLOW = '^([A-Za-z]+\\s?)*$';
const ANSWER = `${'a'.repeat(27)}!`;

/** How long `work` kept the process from everything else, in ms. */
function blocked(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

describe('attack: a pattern that takes for ever on a short text', () => {
  it('holds no lead up: the answer to a question is judged in milliseconds', () => {
    const field = { name: 'why', label: null, type: 'text', required: true, pattern: SLOW } as const;
    let fault;
    expect(blocked(() => (fault = answerFaults([field], { why: ANSWER }, undefined)[0]))).to.be.below(250);
    expect(fault).to.include({ code: 'INVALID_FIELD', field: 'why' });
  });

  it('holds no mapping up', async () => {
    const source = `{ "fits": $contains(lead.why, /${SLOW}/), "words": $split(lead.why, /([a-z]+)+-/) }`;
    const began = performance.now();
    const written = await runTask<'write'>({
      kind: 'write',
      source,
      encoding: 'json',
      input: { lead: { why: ANSWER } },
    });
    expect(performance.now() - began).to.be.below(250);
    expect(written).to.deep.equal({ ok: true, value: `{"fits":false,"words":["${ANSWER}"]}` });
  });

  it('holds no sandbox up', () => {
    const rules = `[{ field: why, matches: '${SLOW}', do: Reject }]`;
    const parsed = parseFile('f.yaml', `version: 1\nparties:\n  - { handle: p, rules: ${rules} }\n`);
    const [party] = parsed.ok ? parsed.file.parties : [];
    if (!party) throw new Error('no party');
    const incoming = { body: { why: ANSWER }, headers: {}, key: 'k' };
    expect(blocked(() => decideLead(party, '', incoming))).to.be.below(250);
  });
});
