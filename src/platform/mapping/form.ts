/**
 * Writes form fields (application/x-www-form-urlencoded). A list of single values repeats its name, an object uses
 * brackets (`address[city]`), and a list of objects uses indexes (`items[0][id]`). Null values are left out.
 */
export function writeForm(value: object): string {
  const form = new URLSearchParams();
  const add = (name: string, member: unknown): void => {
    if (member === null || member === undefined) return;
    if (Array.isArray(member)) {
      member.forEach((item: unknown, index) => {
        add(typeof item === 'object' && item !== null ? `${name}[${index}]` : name, item);
      });
    } else if (typeof member === 'object') {
      for (const [key, inner] of Object.entries(member)) add(`${name}[${key}]`, inner);
    } else if (typeof member === 'string') form.append(name, member);
    else form.append(name, JSON.stringify(member));
  };
  for (const [name, member] of Object.entries(value)) add(name, member);
  return form.toString();
}

/** The fields by name, exactly as sent. A name that appears several times gives a list. */
export function readForm(text: string): Readonly<Record<string, string | string[]>> {
  const form = new URLSearchParams(text.trim());
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name);
      return [name, all.length === 1 ? (all[0] ?? '') : all];
    }),
  );
}
