/** Ranges of code points in ascending order. Both ends are inclusive. */
export type Ranges = readonly (readonly [number, number])[];

const LAST = 0x10ffff;

/** ECMAScript's line terminators, which `.` does not match. */
export const LINE_ENDS: Ranges = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/** The meaning of `\d`, `\w` and `\s` in ECMAScript. RE2's own `\s` matches only six ASCII characters. */
export const SETS: Readonly<Record<'digit' | 'word' | 'space', Ranges>> = {
  digit: [[0x30, 0x39]],
  word: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  space: [
    [0x09, 0x0d],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
};

/** All code points outside the ranges. */
export function complement(ranges: Ranges): Ranges {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST) rest.push([next, LAST]);
  return rest;
}

export const EVERYTHING: Ranges = [[0, LAST]];

export const isHighHalf = (point: number): boolean => point >= 0xd800 && point <= 0xdbff;
export const isLowHalf = (point: number): boolean => point >= 0xdc00 && point <= 0xdfff;
