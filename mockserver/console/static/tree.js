// The calls of a trace as a tree: who called whom, what is unfolded, what stands beside what.

import { moment, status } from "./calls.js";

/**
 * @typedef {object} Node
 * @property {any} call
 * @property {Node | null} parent
 * @property {Node[]} children by start
 * @property {number} level 1 for a root
 * @property {number} start milliseconds since the epoch
 * @property {number | null} end null while the call runs
 * @property {number} reach when the last call of it and below it ended
 * @property {boolean} isRunning it, or a call below it, runs
 * @property {boolean} isFailed it, or a call below it, failed
 * @property {boolean} isOrphan its parent is not in the trace
 */

const MANY = 500;
const OPEN_LEVELS = 4;

export class Tree {
  constructor() {
    /** @type {Map<string, Node>} by the id of the call */
    this.nodes = new Map();
    /** @type {Node[]} */
    this.roots = [];
    /** @type {Node[]} */
    this.byStart = [];
    /** @type {Node[]} parents first */
    this.order = [];
    /** @type {Set<string>} ids of calls whose children are hidden */
    this.folded = new Set();
    /** @type {Set<string> | null} ids that a search left */
    this.only = null;
  }

  /** All calls of the trace, as they are now. @param {any[]} calls */
  put(calls) {
    const nodes = calls.map((call) => ({
      call, parent: null, children: [], level: 1, reach: 0, isRunning: false, isFailed: false, isOrphan: false,
      start: moment(call.started_at), end: call.ended_at ? moment(call.ended_at) : null,
    }));
    this.byStart = nodes.sort((a, b) => a.start - b.start || (a.call.id < b.call.id ? -1 : 1));
    this.nodes = new Map(this.byStart.map((node) => [node.call.id, node]));
    for (const node of this.byStart) {
      node.parent = this.nodes.get(node.call.parent_id) ?? null;
      node.parent?.children.push(node);
      node.isOrphan = !node.parent && Boolean(node.call.parent_id);
    }
    this.roots = this.byStart.filter((node) => !node.parent);
    this.order = this.walk();
    for (const node of [...this.order].reverse()) {
      node.reach = node.children.reduce((last, child) => Math.max(last, child.reach), node.end ?? node.start);
      node.isRunning = node.end === null || node.children.some((child) => child.isRunning);
      node.isFailed = status(node.call) === "error" || node.children.some((child) => child.isFailed);
    }
  }

  /** Every node, parents first. A circle is cut at its first call, which becomes a root. @returns {Node[]} */
  walk() {
    const met = new Set(this.roots.flatMap((root) => [...below([root])]));
    for (const node of this.byStart) {
      if (met.has(node)) continue;
      if (node.parent) node.parent.children = node.parent.children.filter((child) => child !== node);
      node.parent = null;
      node.isOrphan = true;
      this.roots.push(node);
      for (const each of below([node])) met.add(each);
    }
    return [...met];
  }

  /** Of a large trace only the first levels and what failed are open at first. */
  foldMost() {
    if (this.nodes.size <= MANY) return;
    for (const node of this.byStart) if (node.level >= OPEN_LEVELS && !node.isFailed) this.folded.add(node.call.id);
  }

  /** The nodes that are to be seen, in order. @returns {Node[]} */
  rows() {
    const { only, folded } = this;
    if (only) return this.order.filter((node) => only.has(node.call.id));
    return [...below(this.roots, (node) => !folded.has(node.call.id))];
  }

  /** Leave only these calls and those above them; null shows all. @param {string[] | null} ids */
  filter(ids) {
    const nodes = (ids ?? []).flatMap((id) => this.nodes.get(id) ?? []);
    this.only = ids && new Set(nodes.flatMap((node) => [node, ...above(node)]).map((node) => node.call.id));
  }

  get start() {
    return this.byStart[0]?.start ?? 0;
  }

  get isRunning() {
    return this.roots.some((node) => node.isRunning);
  }

  get reach() {
    return this.roots.reduce((last, node) => Math.max(last, node.reach), this.start);
  }
}

/** The nodes above a node, the nearest first. @param {Node} node @returns {Node[]} */
export function above(node) {
  const found = [];
  for (let each = node.parent; each; each = each.parent) found.push(each);
  return found;
}

/** Some nodes and all below those that are open, parents first; without recursion, for traces may be deep.
 * @param {Node[]} roots @param {(node: Node) => boolean} [isOpen] @returns {Generator<Node>} */
function* below(roots, isOpen = () => true) {
  const waiting = [...roots].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    node.level = node.parent ? node.parent.level + 1 : 1;
    yield node;
    if (isOpen(node)) waiting.push(...[...node.children].reverse());
  }
}
