import { searchBody } from './api.js';

/** JSON of exactly so many bytes: the body with a `filler`. A search where nothing else is said. */
export function ofLength(length: number, body: object = searchBody()): string {
  const empty = JSON.stringify({ ...body, filler: '' });
  return JSON.stringify({ ...body, filler: 'x'.repeat(length - Buffer.byteLength(empty)) });
}
