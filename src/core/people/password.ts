export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 200;

/** The one form of a password: the same characters may be typed as different code points. */
export const passwordOf = (typed: string): string => typed.normalize('NFKC');

/**
 * Why a password can't be used: the end of the sentence "password must …". Undefined: it can. Length decides; rules on
 * kinds of characters would only make passwords guessable (NIST SP 800-63B).
 */
export function passwordFault(typed: string, known: readonly string[]): string | undefined {
  const password = passwordOf(typed);
  const characters = Array.from(password);
  if (characters.length < MIN_PASSWORD || characters.length > MAX_PASSWORD)
    return `have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`;
  if (new Set(characters).size < 5) return 'have at least five different characters';
  const bare = password.toLowerCase();
  const isKnown = known
    .flatMap((text) => [text, ...text.split('@')])
    .some((text) => isMost(bare, text.toLowerCase()));
  return isKnown ? 'not be made of your name or e-mail address' : undefined;
}

/** The password is this text and at most five characters more. */
const isMost = (password: string, text: string): boolean =>
  text.length >= 4 && password.includes(text) && password.length - text.length <= 5;
