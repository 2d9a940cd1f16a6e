import { body, dryRun, fileText, moment, name, needed, oneOf, why, type BodyOf } from './kinds.js';

const by = needed(oneOf(['email', 'phone', 'domain'], 'What the value is, or is the hash of'));
const value = needed(name('An e-mail address, a phone number or a domain, or its hash'));
const scope = {
  buyer: name('The handle of a buyer: only for sales to it'),
  affiliate: name('The handle of an affiliate: only for its leads'),
};

export type FindSuppressedBody = BodyOf<typeof findSuppressedBody>;
export const findSuppressedBody = body({ by, value });

export type SuppressBody = BodyOf<typeof suppressBody>;
export const suppressBody = body({
  ...{ by, value, ...scope },
  why: needed(why('The reason; operators see it with each refusal')),
  source: name('Where it comes from; `operator` where absent', 100),
  expires_at: moment('When it ends; never where absent'),
});

export type UnsuppressBody = BodyOf<typeof unsuppressBody>;
export const unsuppressBody = body({
  ...{ by, value, ...scope },
  why: needed(why('The reason, for the audit log')),
});

/** The most characters of a list; longer ones are for the command line. */
const MAX_LIST = 900_000;
/** As JSON writes it. */
export const LIST_BYTES = 4 * 1_048_576;

export type ImportListBody = BodyOf<typeof importListBody>;
export const importListBody = body({
  ...{ by, ...scope },
  file: needed(
    fileText(
      MAX_LIST,
      'One value on each line; what follows a comma is ignored, and so is a heading. Files of the national do-not-call registry are read as they are: `608,5550142`, with `A` or `D` behind it in a list of changes',
    ),
  ),
  why: needed(why('The reason; operators see it with each refusal')),
  source: name('Where the list comes from; `operator` where absent', 100),
  expires_at: moment('When the entries end; never where absent'),
  dry_run: dryRun(),
});
