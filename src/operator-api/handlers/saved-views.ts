import { MAX_VIEWS, type SavedView, type ViewScreen } from '../../core/saved-views/saved-view.js';
import type { SaveViewBody } from '../bodies/saved-views.js';
import { conflict, noSuch } from '../faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

const viewAnswer = ({ owner: _, ...view }: SavedView) => view;

export async function listViews(
  { savedViews }: OperatorPorts,
  { values, viewer }: OperatorCall<{ readonly screen?: ViewScreen | undefined }>,
) {
  const views = await savedViews.list(viewer.id);
  const { screen } = values;
  return {
    views: views.filter((view) => screen === undefined || view.screen === screen).map(viewAnswer),
  };
}

export async function saveView(
  { savedViews, newId }: OperatorPorts,
  { body, viewer, now }: OperatorCall<object, SaveViewBody>,
) {
  const { screen, name, query } = body;
  const mine = await savedViews.list(viewer.id);
  if (mine.length >= MAX_VIEWS && !mine.some((view) => view.screen === screen && view.name === name))
    throw conflict(`You have ${MAX_VIEWS} saved views. Delete one first.`);
  const view = { id: newId(), owner: viewer.id, screen, name, query, saved_at: now };
  return viewAnswer(await savedViews.save(view));
}

export async function deleteView(
  { savedViews }: OperatorPorts,
  { values, viewer }: OperatorCall<{ readonly id: string }>,
) {
  if (!(await savedViews.remove(viewer.id, values.id)))
    throw noSuch('saved view of yours with this id', 'id');
  return { id: values.id, deleted: true };
}
