const PLACE = '${reference}';
/** Stands for a value: letters, so that it is valid anywhere. */
const ANY = 'reference';

/**
 * The address with a value from outside in the place of `${reference}`, percent-encoded: part of a segment of the path, or
 * of the query. undefined when it would be anything else: `.` and `..` are steps of a path however they are encoded, and
 * a stored template may have the place in its host.
 */
export function fillAddress(template: string, value: string): string | undefined {
  // By way of UTF-8: half a surrogate pair can't be written into an address, and would throw.
  const written = encodeURIComponent(Buffer.from(value).toString());
  const filled = template.replaceAll(PLACE, () => written);
  if (!isPlaceable(template) || !URL.canParse(filled)) return undefined;
  const [is, as] = [new URL(filled), new URL(template.replaceAll(PLACE, ANY))];
  const steps = as.pathname.split('/').length;
  return is.origin === as.origin && is.pathname.split('/').length === steps && !hasDots(template, written)
    ? filled
    : undefined;
}

/** Whether `${reference}` stands in the path or the query alone. */
export function isPlaceable(template: string): boolean {
  const [scheme = '', behind = ''] = template.split(/:\/\/(.*)/s);
  const [authority = ''] = behind.split(/[/?#\\]/);
  const [, fragment = ''] = template.split(/#(.*)/s);
  return ![scheme, authority, fragment].some((part) => part.includes(PLACE));
}

/** A segment that the value makes a step up, or a step that stays. */
function hasDots(template: string, written: string): boolean {
  const [path = ''] = template.split(/[?#]/);
  return path
    .split('/')
    .filter((segment) => segment.includes(PLACE))
    .some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment.replaceAll(PLACE, () => written)));
}
