import { InvalidArgumentError } from 'commander';
import { cleanOperatorWords } from '../core/clean-words.js';

/** Reads an operator's words for a timeline. They are cleaned of personal data. */
export function whyArgument(text: string): string {
  const clean = cleanOperatorWords(text);
  if (clean === undefined)
    throw new InvalidArgumentError('Nothing is left after removing personal data: give the reason in words.');
  return clean;
}

/** Reads the name of the person who decided something. */
export function whoArgument(text: string): string {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,99}$/u.test(text))
    throw new InvalidArgumentError('It must be a name of up to 100 letters, digits, spaces and . _ @ -');
  return text;
}
