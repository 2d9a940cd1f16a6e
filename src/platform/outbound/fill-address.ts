const PLACE = '${reference}';
/** A sample value. It consists of letters, so it is valid in any part of an address. */
const ANY = 'reference';

/**
 * Replaces `${reference}` with an untrusted value, percent-encoded. The value may only become part of a path segment
 * or of the query; otherwise this returns undefined. `.` and `..` change the path even when encoded, and a stored
 * template may have `${reference}` in its host.
 */
export function fillAddress(template: string, value: string): string | undefined {
  // Convert through UTF-8: encodeURIComponent throws on half a surrogate pair.
  const written = encodeURIComponent(Buffer.from(value).toString());
  const filled = template.replaceAll(PLACE, () => written);
  if (!mayHoldReference(template) || !URL.canParse(filled)) return undefined;
  const [is, as] = [new URL(filled), new URL(template.replaceAll(PLACE, ANY))];
  const steps = as.pathname.split('/').length;
  return is.origin === as.origin && is.pathname.split('/').length === steps && !hasDots(template, written)
    ? filled
    : undefined;
}

/** Whether `${reference}` appears only in the path or the query. */
export function mayHoldReference(template: string): boolean {
  const [scheme = '', behind = ''] = template.split(/:\/\/(.*)/s);
  const [authority = ''] = behind.split(/[/?#\\]/);
  const [, fragment = ''] = template.split(/#(.*)/s);
  return ![scheme, authority, fragment].some((part) => part.includes(PLACE));
}

/** Whether the value turns a segment into `.` or `..`. */
function hasDots(template: string, written: string): boolean {
  const [path = ''] = template.split(/[?#]/);
  return path
    .split('/')
    .filter((segment) => segment.includes(PLACE))
    .some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment.replaceAll(PLACE, () => written)));
}
