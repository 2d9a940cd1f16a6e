import { IN_MEMORY } from '../../support/cap-world.js';
import { formerBuyers } from './former-buyer.js';

formerBuyers(IN_MEMORY);
