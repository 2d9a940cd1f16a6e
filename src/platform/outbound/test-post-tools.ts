import { neededToCall } from '../../core/catalogue/secrets-needed.js';
import type { WithTestPostTools } from '../../app/ports/test-post-tools.js';
import { createEvaluatorPool } from '../mapping/evaluator-pool.js';
import { bodyReading, readEncoded } from '../mapping/read-body.js';
import { withExactNumbers } from '../mapping/exact-numbers.js';
import type { OutboundSettings } from '../process/outbound-settings.js';
import { createMappings } from './mappings.js';
import { createRequestWriter } from './requests.js';
import { lacking } from './secrets.js';
import { sendTestPost } from './send-test-post.js';

/** The time limit for one mapping. It is longer than a worker's, because a person waits for one result. */
const LIMIT_MS = 1_000;

interface Around {
  /** Has the secrets. */
  readonly env: NodeJS.ProcessEnv;
  readonly outbound: OutboundSettings;
  readonly clock: () => Date;
}

/** A backtest asks for the same few mappings again for each record. */
function remembered<Value>(find: (source: string) => Value): (source: string) => Value {
  const known = new Map<string, Value>();
  return (source) => {
    const value = known.get(source) ?? find(source);
    known.set(source, value);
    return value;
  };
}

/** Tools with processes of their own that evaluate mappings. */
export const createTestPostTools =
  ({ env, outbound, clock }: Around): WithTestPostTools =>
  async (use) => {
    const evaluator = createEvaluatorPool({ limitMs: LIMIT_MS });
    try {
      return await use({
        evaluator,
        mappings: createMappings(evaluator, clock),
        requestsAt: (now) => createRequestWriter(evaluator, () => now),
        readBody: readEncoded,
        bodyReading,
        withExactNumbers: remembered(withExactNumbers),
        send: (prepared) => sendTestPost(prepared, env, outbound),
        missingSecrets: (headers) => [
          ...lacking(neededToCall([{ handle: 'it', delivery: { headers } }]), env).keys(),
        ],
      });
    } finally {
      await evaluator.close();
    }
  };
