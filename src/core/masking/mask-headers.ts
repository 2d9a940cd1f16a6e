const TELLING = /auth|cookie|token|secret|password|passwd|key|signature/i;
const NAMED = /\$\{secret:/;

/** Shows secrets by name (`${secret:NAME}`). Hides a literal value in a header that usually contains a secret. */
export const maskHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name === 'idempotency-key' || NAMED.test(value) || !TELLING.test(name) ? value : '•••',
    ]),
  );

/** The same for lines like headers, in an answer that is not HTTP that can be read. */
export const maskHeaderLines = (text: string): string =>
  text.replace(/^([\w-]{1,100})[ \t]{0,9}:.*$/gm, (line, name: string) =>
    TELLING.test(name) ? `${name}: •••` : line,
  );
