/** What a member takes beside its name and text. */
const MEMBER_BYTES = 16;

/** About how many bytes a document takes, without encoding it. Counts little further than `enough`. */
export function roughBytes(value: unknown, enough: number): number {
  if (typeof value === 'string') return MEMBER_BYTES + value.length * 2;
  if (typeof value !== 'object' || value === null || value instanceof Date) return MEMBER_BYTES;
  if (ArrayBuffer.isView(value)) return MEMBER_BYTES + value.byteLength;
  let bytes = MEMBER_BYTES;
  // A loop over the names makes no copies of them, and this runs for each operation.
  for (const name in value) {
    if (bytes >= enough) break;
    bytes += name.length + roughBytes((value as Record<string, unknown>)[name], enough - bytes);
  }
  return bytes;
}
