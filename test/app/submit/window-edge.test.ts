import { IN_MEMORY } from '../../support/cap-world.js';
import { windowEdges } from './window-edge.js';

windowEdges(IN_MEMORY);
