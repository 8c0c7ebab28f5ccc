// The calls of a trace as a tree: who called whom, what is unfolded, what stands beside what.

import { moment, name, status } from "./calls.js";

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
    /** @type {Map<string, Node>} */
    this.nodes = new Map();
    /** @type {Node[]} */
    this.roots = [];
    /** @type {Set<string>} ids of calls whose children are hidden */
    this.folded = new Set();
    /** @type {Set<string> | null} ids that a search left */
    this.only = null;
  }

  /** Add calls, or take over what changed in them. */
  put(calls) {
    for (const call of calls) {
      const known = this.nodes.get(call.id);
      if (known) known.call = call;
      else this.nodes.set(call.id, { call, parent: null, children: [], level: 1, start: 0, end: null, reach: 0, isRunning: false, isFailed: false, isOrphan: false });
    }
    this.build();
  }

  drop(ids) {
    for (const id of ids) this.nodes.delete(id);
    if (ids.length) this.build();
  }

  build() {
    for (const node of this.nodes.values()) {
      node.children = [];
      node.start = moment(node.call.started_at);
      node.end = node.call.ended_at ? moment(node.call.ended_at) : null;
    }
    const byStart = [...this.nodes.values()].sort((a, b) => a.start - b.start || (a.call.id < b.call.id ? -1 : 1));
    this.roots = [];
    for (const node of byStart) {
      const parent = this.nodes.get(node.call.parent_id) ?? null;
      node.parent = parent;
      node.isOrphan = !parent && Boolean(node.call.parent_id);
      (parent ? parent.children : this.roots).push(node);
    }
    this.byStart = byStart;
    this.order = this.walk();
    for (const node of [...this.order].reverse()) {
      node.reach = node.children.reduce((last, child) => Math.max(last, child.reach), node.end ?? node.start);
      node.isRunning = node.end === null || node.children.some((child) => child.isRunning);
      node.isFailed = status(node.call) === "error" || node.children.some((child) => child.isFailed);
    }
  }

  /** Every node, parents first. A circle is cut at its first call, which becomes a root. @returns {Node[]} */
  walk() {
    /** @type {Set<Node>} */
    const met = new Set();
    const below = (root) => {
      const waiting = [root];
      for (let node = waiting.pop(); node; node = waiting.pop()) {
        met.add(node);
        node.level = node.parent ? node.parent.level + 1 : 1;
        for (const child of [...node.children].reverse()) waiting.push(child);
      }
    };
    this.roots.forEach(below);
    for (const node of this.byStart ?? []) {
      if (met.has(node)) continue;
      if (node.parent) node.parent.children = node.parent.children.filter((child) => child !== node);
      node.parent = null;
      node.isOrphan = true;
      this.roots.push(node);
      below(node);
    }
    return [...met];
  }

  /** Of a large trace only the first levels and what failed are open at first. */
  foldMost() {
    if (this.nodes.size <= MANY) return;
    for (const node of this.nodes.values()) if (node.level >= OPEN_LEVELS && !node.isFailed) this.folded.add(node.call.id);
  }

  /** Unfold all above a node. @param {Node | null} node */
  uncover(node) {
    for (let above = node?.parent; above; above = above.parent) this.folded.delete(above.call.id);
  }

  /** The nodes that are to be seen, in order. @returns {Node[]} */
  rows() {
    const rows = [];
    const waiting = [...this.roots].reverse();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (this.only && !this.only.has(node.call.id)) continue;
      rows.push(node);
      if (this.only || !this.folded.has(node.call.id)) for (const child of [...node.children].reverse()) waiting.push(child);
    }
    return rows;
  }

  /** Leave only these calls and those above them; null shows all. @param {string[] | null} ids */
  filter(ids) {
    this.only = ids && new Set();
    for (const id of ids ?? []) {
      for (let node = this.nodes.get(id) ?? null; node && !this.only?.has(node.call.id); node = node.parent) this.only?.add(node.call.id);
    }
  }

  /** Calls that one steps through from a node: all by time, of the same name, of the same parent, above and below.
   * @param {Node} node @returns {Record<string, Node[]>} */
  groups(node) {
    const stack = [node];
    while (stack[0].parent) stack.unshift(stack[0].parent);
    for (let below = node.children[0]; below; below = below.children[0]) stack.push(below);
    const same = name(node.call);
    return {
      timeline: this.byStart ?? [],
      peers: (this.byStart ?? []).filter((each) => name(each.call) === same),
      siblings: node.parent ? node.parent.children : this.roots,
      stack,
    };
  }

  get start() {
    return this.byStart?.[0]?.start ?? 0;
  }

  get isRunning() {
    return this.roots.some((node) => node.isRunning);
  }

  get reach() {
    return this.roots.reduce((last, node) => Math.max(last, node.reach), this.start);
  }
}
