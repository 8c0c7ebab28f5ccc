// A call by its id alone: finds its trace and goes there.

import { TRACE, post } from "../api.js";
import { el, fill, link, notice } from "../dom.js";
import { go, within } from "../router.js";

/** @param {HTMLElement} root @param {import("../router.js").Route} route @param {AbortSignal} signal */
export async function mount(root, route, signal) {
  const project = `${route.params.entity}/${route.params.project}`;
  const id = route.params.call;
  const { call } = await post(`${TRACE}/call/read`, { project_id: project, id }, signal);
  if (call) {
    const query = new URLSearchParams([...route.query, ["call", id]]);
    go(`${within(project, "traces", call.trace_id)}?${query}`, { replace: true });
  }
  fill(root, el("h1", {}, "Call"), call ? null : notice(`No call ${id} in ${project}. It may have been reset.`, link(within(project, "traces"), "All traces")));
  return `Call ${id}`;
}
