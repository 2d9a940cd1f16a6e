import { expect } from 'chai';
import type { AnswerBody, Answered } from './api.js';
import { until } from './until.js';

/**
 * The answer of a call, made again like a careful client's as long as it is 503: a machine that gives its services
 * nothing for half a second brings one about. Submits bear an Idempotency-Key, or the lead is another one each time.
 */
export async function answered(call: () => Promise<Answered>): Promise<Answered> {
  let answer: Answered | undefined;
  const isAnswered = async (): Promise<boolean> => {
    answer = await call();
    return answer.status !== 503;
  };
  await until(isAnswered, 'the call is answered');
  if (!answer) throw new Error('nothing was asked');
  return answer;
}

/** The answer of a submit; the one that is read later where the submit itself did not wait long enough. */
export async function decided(
  submit: () => Promise<Answered>,
  read: (leadId: string) => Promise<Answered>,
): Promise<AnswerBody> {
  const { status, body, text } = await answered(submit);
  expect([200, 202], text).to.include(status);
  let now = body;
  const isDecided = async (): Promise<boolean> => {
    if (now.code === 'PENDING') now = (await answered(() => read(body.svc_lead_id))).body;
    return now.code !== 'PENDING';
  };
  await until(isDecided, 'it is decided');
  return now;
}
