import { IN_MEMORY } from '../../support/cap-world.js';
import { lateWindows } from './late-window.js';

lateWindows(IN_MEMORY);
