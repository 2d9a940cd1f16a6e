/** About how many bytes a document takes, without encoding it. Counts no further than `enough`. */
export function roughBytes(value: unknown, enough: number): number {
  let bytes = 0;
  const left: unknown[] = [value];
  while (left.length > 0 && bytes < enough) {
    const one = left.pop();
    bytes += 16;
    if (typeof one === 'string') bytes += one.length * 2;
    else if (typeof one === 'object' && one !== null && !(one instanceof Date))
      for (const [key, member] of Object.entries(one)) {
        bytes += key.length;
        left.push(member);
      }
  }
  return bytes;
}
