import { InvalidArgumentError } from 'commander';
import type Joi from 'joi';
import { cleanOperatorWords } from '../core/clean-words.js';
import { isUuid } from '../core/uuid.js';
import { CliError } from './cli-error.js';

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

/** An id as it is stored. Throws a CliError if the text is none. */
export function needId(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new CliError(`ID must be a UUID; "${text}" is not one`);
}

/** Reads a member of a body as the operator API does: its value may differ from the text. */
export const bodyArgument =
  (body: Joi.ObjectSchema, member: string) =>
  (text: string): string => {
    const found = (body.extract(member) as Joi.StringSchema).validate(text, { convert: false });
    if (!found.error) return found.value;
    throw new InvalidArgumentError(`It must be ${found.error.details[0]?.context?.label ?? 'valid'}.`);
  };
