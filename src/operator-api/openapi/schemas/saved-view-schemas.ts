import { VIEW_SCREENS } from '../../../core/saved-views/saved-view.js';
import { ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { anyText, exactly, flag, listOf, oneOf, time } from './parts.js';

export const savedViewSchemas = {
  SavedViews: exactly({ views: listOf(ref('schemas', 'SavedView')) }),
  SavedView: exactly({
    id: uuid(),
    screen: oneOf(VIEW_SCREENS),
    name: text(),
    query: anyText("What stands after the ? of the screen's address"),
    saved_at: time(),
  }),
  DeletedView: exactly({ id: uuid(), deleted: flag() }),
};
