import { sameActor, type DraftActor, type DraftHead } from './draft.js';

/** Whether another person than its authors must apply a draft. */
export const asksFourEyes = (document: { readonly four_eyes?: boolean } | undefined): boolean =>
  document?.four_eyes === true;

/**
 * Why somebody may not propose a draft where four eyes are asked for. A key has no person behind it that we know, so a
 * person proposes, and a person applies.
 */
export const whyNotProposed = ({ kind }: DraftActor): string | undefined =>
  kind === 'person' ? undefined : 'Changes need a second person, so a person must propose a draft, not a key';

/** Why somebody may not approve a draft, whether the catalogue asks for four eyes or not. */
export function whyNotApproved(draft: DraftHead, by: DraftActor): string | undefined {
  if (by.kind !== 'person') return 'A person must approve a draft, not a key';
  return isByAuthor(draft, by)
    ? 'You wrote or proposed this draft: another person must approve it'
    : undefined;
}

/** Why somebody may not apply a draft where four eyes are asked for. The end of the sentence says what to do. */
export function whyNotApplied(draft: DraftHead, by: DraftActor): string | undefined {
  if (by.kind !== 'person') return 'Changes need a second person, so a person must apply a draft, not a key';
  return isByAuthor(draft, by)
    ? 'You wrote or proposed this draft, and changes need a second person: somebody else must apply it'
    : undefined;
}

const isByAuthor = ({ authors, proposed }: DraftHead, by: DraftActor): boolean =>
  [...authors, ...(proposed ? [proposed.by] : [])].some((author) => sameActor(author, by));

/** Why the command line may not apply it: an account of an operating system is nobody that we know. */
export const whyNotFromCommandLine = ({ approved }: DraftHead): string | undefined =>
  approved === undefined
    ? "Nobody has approved this draft, and changes need a second person: a person who didn't write it must approve it in the console, or you add --emergency and --why"
    : undefined;
