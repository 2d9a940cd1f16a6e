const TELLING = /auth|cookie|token|secret|password|passwd|key|signature/i;
const NAMED = /\$\{secret:/;

/** Secrets stay names (`${secret:NAME}`); what somebody wrote into a header that usually holds one is not shown. */
export const maskHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name === 'idempotency-key' || NAMED.test(value) || !TELLING.test(name) ? value : '•••',
    ]),
  );
