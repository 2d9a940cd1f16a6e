import { expect } from 'chai';
import type { Connection } from 'mongoose';
import type { KeptAnswer, VerificationAnswers } from '../../../src/app/ports/verification-answers.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { keepAnswer } from '../../../src/app/submit/verify.js';
import type { OwnedStep } from '../../../src/core/verification/steps.js';
import { createErasureStore } from '../../../src/platform/mongo/person/erasure-store.js';
import { useDataKeys, dataKeysOf } from '../../../src/platform/mongo/sealing/data-keys-of.js';
import { createVerificationAnswers } from '../../../src/platform/mongo/verification/answer-store.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { privateServices, TEST_SECRET } from '../../support/services.js';
import { minute } from '../../support/stored-records.js';

const QUESTION = '["POST","https://scrub.example/","{\\"phone\\":\\"6085550100\\"}"]';
const ANSWER: KeptAnswer = {
  heard: {
    ...{ kind: 'answered', outcome: 'refuse', status: 200, detail: 'rule 2: refuse' },
    reason: 'Known litigator',
  },
  ...{ at: minute(0), ends_at: minute(60) },
};

describe('answers of verification services', () => {
  const services = privateServices();
  let connection: Connection;
  let answers: VerificationAnswers;
  const stored = () => connection.collection<{ _id: string }>('verification_answers').find().toArray();
  before(async () => {
    connection = await services.connection();
    answers = createVerificationAnswers(connection, createIdentities(TEST_SECRET));
  });
  beforeEach(async () => {
    await connection.collection('verification_answers').deleteMany({});
    await answers.keep(QUESTION, 'lead-1', ANSWER);
  });
  after(() => services.close());

  it('are found by the same question until they end', async () => {
    expect(await answers.find(QUESTION, minute(59))).to.deep.equal(ANSWER);
    expect(await answers.find(`${QUESTION} `, minute(1))).to.equal(null);
    expect(await answers.find(QUESTION, minute(60))).to.equal(null);
  });

  it('are replaced by a newer one, also when two workers asked at once', async () => {
    const newer = { ...ANSWER, at: minute(5), ends_at: minute(65) };
    await Promise.all([1, 2, 3, 4].map(() => answers.keep(QUESTION, 'lead-2', newer)));
    expect(await answers.find(QUESTION, minute(60))).to.deep.equal(newer);
    expect(await stored()).to.have.length(1);
  });

  it('are stored without a word of the question or the answer', async () => {
    expect(JSON.stringify(await stored())).not.to.match(/6085550100|scrub|litigator|refuse/i);
  });

  it('are removed when their lead is erased', async () => {
    const erasures = createErasureStore(connection);
    expect(await erasures.beside(['lead-1'], [])).to.deep.include({ verifications: 1 });
    await erasures.scrub(['lead-2']);
    expect(await stored()).to.have.length(1);
    await erasures.scrub(['lead-1']);
    expect(await stored()).to.deep.equal([]);
  });

  it('end within minutes if their lead lost its person before they were kept', async () => {
    const owned = { step: { name: 'scrub', cache_ms: 60 * 60_000 } as OwnedStep['step'] };
    const asked = { heard: ANSWER.heard, at: minute(0), keep_as: QUESTION, seen: { detail: '' } };
    const keep = async (forgotten: readonly string[], extend = answers.extend.bind(answers)) => {
      const ports = { verificationAnswers: { ...answers, extend }, clock: () => minute(0) };
      const leads = { forgotten: () => Promise.resolve(new Set(forgotten)) };
      const lead = { id: 'lead-1', submission: 1 };
      await keepAnswer({ ...ports, leads } as unknown as WorkPorts, lead, owned, asked);
      return answers.find(QUESTION, minute(5));
    };
    expect(await keep(['lead-1:1'])).to.equal(null);
    expect(await keep([])).to.deep.equal(ANSWER);
    // The erasure comes in between.
    const scrubbed: typeof answers.extend = async (...to) => {
      await createErasureStore(connection).scrub(['lead-1']);
      await answers.extend(...to);
    };
    expect([await keep([], scrubbed), await stored()]).to.deep.equal([null, []]);
  });

  it('are asked for again when no key opens them', async () => {
    const keys = dataKeysOf(connection)!;
    useDataKeys(connection, { ...keys, open: () => undefined });
    expect(await answers.find(QUESTION, minute(1))).to.equal(null);
    useDataKeys(connection, keys);
    expect(await answers.find(QUESTION, minute(1))).to.deep.equal(ANSWER);
  });
});
