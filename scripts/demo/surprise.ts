/** A step of the demo got an unexpected result. */
export class Surprise extends Error {
  override readonly name = 'Surprise';
}

/** Members of an answer: a plain value must be equal, undefined absent, a RegExp must match. */
export type Expected = Readonly<Record<string, unknown>>;

/** Throws a Surprise with the expected and the actual value if a member differs. */
export function expectMembers(
  what: string,
  got: Readonly<Record<string, unknown>>,
  expected: Expected,
): void {
  for (const [name, want] of Object.entries(expected)) {
    const value = got[name];
    if (!fits(value, want))
      throw new Surprise(
        `${what}: expected ${name} ${wantInWords(want)}, got ${JSON.stringify(value)}\n  in ${JSON.stringify(got)}`,
      );
  }
}

/** Throws a Surprise if a condition does not hold. */
export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Surprise(`expected ${what}`);
}

function fits(value: unknown, want: unknown): boolean {
  return want instanceof RegExp
    ? typeof value === 'string' && want.test(value)
    : JSON.stringify(value) === JSON.stringify(want);
}

const wantInWords = (want: unknown): string =>
  want instanceof RegExp
    ? `like ${String(want)}`
    : want === undefined
      ? 'to be absent'
      : JSON.stringify(want);
