/** Shorter words are no tokens. */
const BEARER = /\b(Bearer\s+)[\w.~+/=-]{12,}/gi;

/** The text without tokens that say what they are: who reads it here does not have our secrets to look for. */
export const withoutTokens = (text: string): string => text.replace(BEARER, '$1•••');
