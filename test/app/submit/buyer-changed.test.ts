import { IN_MEMORY } from '../../support/cap-world.js';
import { formerBuyers } from './buyer-changed.js';

formerBuyers(IN_MEMORY);
