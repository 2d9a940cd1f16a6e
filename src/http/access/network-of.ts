import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/** What calls are counted by. An IPv6 client owns a whole network, so IPv6 addresses are counted by network. */
export const networkOf = ({ ip }: Request): string => ipKeyGenerator(ip ?? 'unknown');
