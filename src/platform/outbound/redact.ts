const MASK = '•••';
/** Shorter values are found in any text by chance. */
const SHORTEST = 4;

/** Removes these values from texts, as they are and as texts write them: in JSON, in an address, in base64. */
export function redactor(values: readonly string[]): (text: string) => string {
  const forms = values
    .filter(({ length }) => length >= SHORTEST)
    .flatMap((value) => [
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      Buffer.from(value).toString('base64'),
    ]);
  // The longest first, because one value may be the beginning of another.
  const ordered = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((left, form) => left.replaceAll(form, MASK), text);
}

/**
 * Names of members that hold a credential, as those of buyers' APIs: `api_key`, `password`, `token`. Tokens that belong
 * to a person's consent (`leadid_token`, `xxTrustedFormToken`) are no credentials.
 */
const CREDENTIAL =
  /^(?:key|token|auth|authorization|.*(?:api|auth|access|secret|private|client|security|partner)[_-]?(?:key|token|code)|.*(?:password|passwd|secret))$/i;

/** For `String.replace`, which also passes the place of a match: the groups are what leads to a value, its name, and it. */
const hidden = (whole: string, before: string, name: string, value: string): string =>
  CREDENTIAL.test(name) ? `${before}${value.startsWith('"') ? `"${MASK}"` : MASK}` : whole;

/** A body that we wrote, without the credentials that its mapping put in: JSON, XML or a form. */
export const withoutOwnSecrets = (body: string): string =>
  body
    .replace(/("([\w.-]{1,60})"\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.]*)/g, hidden)
    .replace(/(<([\w.-]{1,60})(?:\s[^<>]*)?>)([^<>]+)(?=<\/)/g, hidden)
    .replace(/(\s([\w.-]{1,60})=)("[^"<>]*")/g, hidden)
    .replace(/((?:^|&)([\w.%-]{1,60})=)([^&\s"<>]*)/g, hidden);

/** An address without its user, password, and the credentials in its query. Any other text stays. */
export function withoutUrlSecrets(text: string): string {
  if (!/^https?:\/\//i.test(text)) return text;
  return text
    .replace(/^(https?:\/\/)[^/?#@]*@/i, `$1${MASK}@`)
    .replace(/([?&]([\w.%-]{1,60})=)([^&#]*)/g, hidden);
}
