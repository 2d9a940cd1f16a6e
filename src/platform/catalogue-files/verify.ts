import { compact } from '../../core/catalogue/compact.js';
import { formatDuration, parseDuration } from '../../core/catalogue/duration.js';
import type { VerifyStep } from '../../core/verification/verify-step.js';
import { DEFAULTS } from './defaults.js';
import { endpointOf, exportEndpoint } from './endpoint.js';
import type { RawVerifyStep } from './raw.js';

/** From files to the stored form. A list that is not given is not stored. */
export const normaliseVerify = (steps: readonly RawVerifyStep[]): VerifyStep[] =>
  steps.map(({ name, body, address, hosts, answers, when_away, cache, test_url, ...endpoint }) =>
    compact({
      ...endpointOf({ ...endpoint, timeout: endpoint.timeout ?? DEFAULTS.verify_timeout }),
      ...{ name, body: body.trimEnd(), address: address?.trimEnd(), hosts, when_away, test_url },
      answers: answers.map(({ when, outcome, reason, reference }) =>
        compact({
          ...{ when: when.trimEnd(), outcome },
          ...{ reason: reason?.trimEnd(), reference: reference?.trimEnd() },
        }),
      ),
      cache_ms: cache === undefined ? undefined : parseDuration(cache),
    }),
  );

/** From the stored form to files. */
export const exportVerify = (steps: readonly VerifyStep[]): RawVerifyStep[] =>
  steps.map((step) => {
    const { name, body, address, hosts, answers, when_away, cache_ms, test_url, timeout_ms } = step;
    const isDefault = timeout_ms === parseDuration(DEFAULTS.verify_timeout);
    return compact({
      name,
      ...exportEndpoint(step),
      timeout: isDefault ? undefined : formatDuration(timeout_ms),
      ...{ body, address, hosts: hosts && [...hosts], answers: answers.map((rule) => ({ ...rule })) },
      ...{ when_away, test_url },
      cache: cache_ms === undefined ? undefined : formatDuration(cache_ms),
    });
  });
