const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `${BYTE}([.]${BYTE}){3}`;

const GROUP = '[0-9A-Fa-f]{1,4}';
const SHORTENED = [1, 2, 3, 4, 5, 6].map((before) => `(${GROUP}:){1,${before}}(:${GROUP}){1,${7 - before}}`);

/**
 * The form of an address, IPv4 or IPv6, for the API's description: all that `isPublicAddress` takes, and little that
 * is no address. Whether it is a public one is beyond a pattern.
 */
export const ADDRESS_PATTERN = [
  IPV4,
  `(${GROUP}:){7}${GROUP}`,
  ...SHORTENED,
  `(${GROUP}:){1,7}:`,
  `:(:${GROUP}){1,7}`,
  `[0-9A-Fa-f:]{1,30}:${IPV4}`,
].join('|');
