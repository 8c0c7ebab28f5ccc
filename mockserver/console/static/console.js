// The console: four tabs over one list and one detail.

import { ADMIN, element } from "./page.js";
import * as requests from "./requests.js";
import * as traces from "./traces.js";
import * as data from "./data.js";
import * as control from "./control.js";

const TABS = [requests, traces, data, control];
let leave = () => {};

function show(tab) {
  leave();
  const list = element("section", { ariaLabel: tab.name });
  const detail = element("section", { ariaLabel: "Details" });
  document.querySelector("main").replaceChildren(list, detail);
  for (const each of document.querySelectorAll("[role=tab]")) {
    each.ariaSelected = String(each.textContent === tab.name);
  }
  if (!location.hash.startsWith(`#${tab.name}`)) history.replaceState(null, "", `#${tab.name}`);
  const link = element("a", { href: ADMIN + tab.source, textContent: `GET ${ADMIN}${tab.source}` });
  document.getElementById("source").replaceChildren(link);
  leave = tab.show(list, detail);
}

const tabs = TABS.map((tab) => element("button", { role: "tab", type: "button", textContent: tab.name, onclick: () => show(tab) }));
document.querySelector("nav").append(...tabs);
show(TABS.find((tab) => location.hash.slice(1).startsWith(tab.name)) ?? requests);
