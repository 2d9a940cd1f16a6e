import type { Answered } from './api.js';
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
