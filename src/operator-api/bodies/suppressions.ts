import Joi from 'joi';
import type { SuppressedBy } from '../../core/suppression/forms.js';
import { dryRun, fileText, moment, name, oneOf, why } from './kinds.js';

/** The value that an entry is about, and for whom it holds. */
interface NamedEntry {
  readonly by: SuppressedBy;
  readonly value: string;
  readonly buyer?: string;
  readonly affiliate?: string;
}

const by = oneOf(['email', 'phone', 'domain'], 'What the value is, or is the hash of').required();
const value = name('An e-mail address, a phone number or a domain, or its hash').required();
const scope = {
  buyer: name('The handle of a buyer: only for sales to it'),
  affiliate: name('The handle of an affiliate: only for its leads'),
};

export interface FindSuppressedBody {
  readonly by: SuppressedBy;
  readonly value: string;
}

export const findSuppressedBody = Joi.object<FindSuppressedBody>({ by, value });

export interface SuppressBody extends NamedEntry {
  readonly why: string;
  readonly source?: string;
  readonly expires_at?: string;
}

export const suppressBody = Joi.object<SuppressBody>({
  ...{ by, value, ...scope },
  why: why('The reason; operators see it with each refusal').required(),
  source: name('Where it comes from; `operator` where absent', 100),
  expires_at: moment('When it ends; never where absent'),
});

export interface UnsuppressBody extends NamedEntry {
  readonly why: string;
}

export const unsuppressBody = Joi.object<UnsuppressBody>({
  ...{ by, value, ...scope },
  why: why('The reason, for the audit log').required(),
});

/** The most characters of a list; longer ones are for the command line. */
const MAX_LIST = 900_000;
/** As JSON writes it. */
export const LIST_BYTES = 4 * 1_048_576;

export interface ImportListBody extends Omit<SuppressBody, 'value'> {
  readonly file: string;
  readonly dry_run: boolean;
}

export const importListBody = Joi.object<ImportListBody>({
  ...{ by, ...scope },
  file: fileText(
    MAX_LIST,
    'One value on each line; what follows a comma is ignored, and so is a heading. Files of the national do-not-call registry are read as they are: `608,5550142`, with `A` or `D` behind it in a list of changes',
  ).required(),
  why: why('The reason; operators see it with each refusal').required(),
  source: name('Where the list comes from; `operator` where absent', 100),
  expires_at: moment('When the entries end; never where absent'),
  dry_run: dryRun(),
});
