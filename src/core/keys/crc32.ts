/** CRC-32 (IEEE 802.3, the one of zip and PNG). Own, because zlib's came with Node 22.2 and we run on 20. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of an ASCII text as an unsigned 32-bit integer. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i += 1)
    crc = (crc >>> 8) ^ (TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
