import { inRedisAndMongodb } from '../../support/real-cap-world.js';
import { formerBuyers } from './buyer-changed.js';
import { lateWindows } from './late-window.js';
import { windowEdges } from './window-edge.js';

for (const held of [formerBuyers, lateWindows, windowEdges]) held(inRedisAndMongodb());
