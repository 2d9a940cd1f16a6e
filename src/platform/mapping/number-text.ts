/**
 * The text of a number that stands where a text is expected. Undefined for a whole number over 2^53: its last digits were
 * lost when the answer was read, so as a reference it would name another record.
 */
export const numberText = (value: number): string | undefined =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
