import { IN_MEMORY } from '../../support/cap-world.js';
import { inRedisAndMongodb } from '../../support/real-cap-world.js';
import { returnedPlaces } from './returned-reservations.js';

returnedPlaces(IN_MEMORY, 150);
returnedPlaces(inRedisAndMongodb(), 3);
