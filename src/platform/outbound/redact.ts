const MASK = '•••';
/** Shorter values are found in any text by chance. */
const SHORTEST = 4;
const isLong = ({ length }: string): boolean => length >= SHORTEST;

/** What a header's value begins with, and a server leaves out when it repeats the rest. */
const SCHEME = /^(?:Bearer|Basic|Token|ApiKey) +/i;

/**
 * Removes these values from texts, as they are and as texts write them: in JSON, in XML, in an address, in base64. Values
 * that are not `isHidden` stay.
 */
export function redactor(values: readonly string[], isHidden = isLong): (text: string) => string {
  const forms = values
    .flatMap((value) => [value, value.replace(SCHEME, '')])
    .filter(isHidden)
    .flatMap(formsOf);
  // The longest first, because one value may be the beginning of another.
  const ordered = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((left, form) => left.replaceAll(form, MASK), text);
}

function formsOf(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  return [
    ...[value, inJson, inXml(value), encodeURIComponent(value), Buffer.from(value).toString('base64')],
    // As PHP writes it.
    inJson.replaceAll('/', '\\/'),
  ];
}

const inXml = (value: string): string =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');

/**
 * Names of members that hold a credential, as those of buyers' APIs: `api_key`, `password`, `token`. Tokens that belong
 * to a person's consent (`leadid_token`, `xxTrustedFormToken`) are no credentials.
 */
const CREDENTIAL =
  /^(?:key|token|auth|authorization|.*(?:api|auth|access|secret|private|client|security|partner)[_-]?(?:key|token|code)|.*(?:password|passwd|secret))$/i;

/**
 * Whether a member of this name holds a credential: what stands behind a namespace, a path or brackets says what it is
 * (`wsse:Password`, `login.password`, `auth%5Bpassword%5D`).
 */
function namesCredential(name: string): boolean {
  const decoded = name.includes('%') ? ([...new URLSearchParams(name).keys()][0] ?? '') : name;
  // An index of a list says nothing.
  return CREDENTIAL.test(decoded.split(/[^\w-]+/).findLast((part) => /\D/.test(part)) ?? '');
}

/** For `String.replace`, which also passes the place of a match: the groups are what leads to a value, its name, and it. */
const hiding =
  (mask: (value: string) => string) =>
  (whole: string, before: string, name: string, value: string): string =>
    namesCredential(name) ? before + mask(value) : whole;

const bare = hiding(() => MASK);
/** Also in place of a number: JSON has no other word for it. */
const quoted = hiding((value) => (value.startsWith("'") ? `'${MASK}'` : `"${MASK}"`));

/** A body that we wrote, without the credentials that its mapping put in: JSON, XML or a form. */
export const withoutOwnSecrets = (body: string): string =>
  withoutSections(body)
    // A name begins with none of the signs that stand between two texts, so no text's end is taken for a beginning.
    .replace(/("([\w@$-][\w.:@$[\]-]{0,99})"\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g, quoted)
    .replace(/(<([\w.:-]{1,100})(?:\s[^<>]*)?>)([^<]+)(?=<\/)/g, bare)
    .replace(/(\s([\w.:-]{1,100})\s*=\s*)("[^"<]*"|'[^'<]*')/g, quoted)
    .replace(/((?:^|&)([^&=\s"<>]{1,200})=)([^&\s"<>]*)/g, bare);

const SECTION = '<![CDATA[';
const SECTION_END = ']]>';
/** A start tag and the beginning of its text. */
const OPEN_TAG = /<([\w.:-]{1,100})(?:\s[^<>]*)?>[^<]*$/;

/** Without what CDATA sections of credentials hold: it may look like anything. */
function withoutSections(body: string): string {
  let isHidden = false;
  const parts = body.split(SECTION).map((part, index) => {
    const end = index > 0 ? part.indexOf(SECTION_END) : -1;
    const after = part.slice(Math.max(0, end));
    const kept = isHidden && end >= 0 ? MASK + after : part;
    const name = OPEN_TAG.exec(after)?.[1];
    // A text with the end of a section in it is written as two sections, one behind the other.
    isHidden = name === undefined ? isHidden && !after.includes('<') : namesCredential(name);
    return kept;
  });
  return parts.join(SECTION);
}

/** An address without its user, password, and the credentials in its query. Any other text stays. */
export function withoutUrlSecrets(text: string): string {
  if (!/^https?:\/\//i.test(text)) return text;
  return text
    .replace(/^(https?:\/\/)[^/?#@]*@/i, `$1${MASK}@`)
    .replace(/([?&]([^?&=#]{1,200})=)([^&#]*)/g, bare);
}
