import { parseText } from './read-body.js';

/**
 * The text at a path (`lead.personal.email`, `items.0.id`) into any received data; empty if there is none.
 * A key that is the whole rest of the path comes first (`address[city]`, `a.b` of a form), and XML or JSON inside a
 * text is parsed.
 */
export function textAt(value: unknown, path: string): string {
  const found = valueAt(value, path);
  return ['string', 'number', 'boolean'].includes(typeof found) ? String(found) : '';
}

/** The value at a path, of any type; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  const at = typeof value === 'string' ? parseText(value) : value;
  if (typeof at !== 'object' || at === null) return undefined;
  const own = (name: string): unknown =>
    Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined;
  const whole = own(path);
  const dot = path.indexOf('.');
  return whole === undefined && dot > 0 ? valueAt(own(path.slice(0, dot)), path.slice(dot + 1)) : whole;
}
