// A server for tests in TypeScript, and the verbs of its control API.
//
// `mockserver init --typescript` wrote this folder: it is yours, and depends on nothing but
// Node.js 20 and the command `mockserver` (MOCKSERVER_COMMAND names another). Vitest and Playwright
// read it as it is; tsc needs "allowImportingTsExtensions".

import { AssertionError } from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import type {
  DataFile,
  Fault,
  NewSettings,
  Operation,
  Rule,
  Settings,
  Verify,
  Wait,
  LoggedCriteria,
} from "./types.ts";

export type * from "./types.ts";

/** Seconds, or a text such as "300ms". */
export type Duration = number | string;

/** An operation by its name, or method and path of a request that nothing serves. */
export type Name = Operation | "*" | (string & {});

/** Which requests a fault befalls, beside their operation, and which of these. */
export type Concerned = Pick<
  Fault,
  "method" | "path" | "query" | "headers" | "project" | "body" | "skip" | "times" | "probability" | "optional"
>;

/** Which requests are meant, beside their operation. */
export type Criteria = Omit<LoggedCriteria, "operation">;

/** A request that the server remembers, with its answer. */
export interface Request {
  id: string;
  at: string;
  operation: Operation | null;
  method: string;
  path: string;
  query: string;
  project: string | null;
  status: number | null;
  ms: number;
  late: boolean;
  faults: string[];
  hint?: string | null;
  exception?: string;
  request: { headers: Record<string, string>; body: any; cut: boolean };
  answer: { headers: Record<string, string>; body: any; cut: boolean };
}

/** A fault or a rule as it stands: what was planned, and what has become of it. */
export type Planned<Plan> = Plan & { id: number; text: string; used: number; remaining: number | null };

/** A stored record of any kind. */
export type StoredRecord = Record<string, any>;

/** The control API refused; the message is its reason. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, reason: string) {
    super(reason);
    this.name = "Refused";
    this.status = status;
  }
}

/** Start a server on a free port of this machine; it ends with `stop()`, or with this process. */
export async function start(settings: Settings = {}): Promise<MockServer> {
  const [command = "mockserver", ...words] = process.env.MOCKSERVER_COMMAND?.split(" ") ?? [];
  const flags = flagsOf({ port: 0, log: "quiet", ...settings });
  const child = spawn(command, [...words, "serve", ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  const end = () => child.kill();
  child.once("spawn", () => process.once("exit", end));
  child.once("exit", () => process.off("exit", end));
  return new MockServer(await readyUrl(child, command), child);
}

/** The fixture of both runners that gives a worker its server. */
export async function serveWorker(
  { mockserverSettings }: { mockserverSettings: Settings },
  use: (server: MockServer) => Promise<void>,
): Promise<void> {
  const server = await start(mockserverSettings);
  await use(server);
  await server.stop();
}

/** A server as a test handles it. Verbs throw `Refused` when the server says no. */
export class MockServer {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  /** The time by which the server dates its records. */
  readonly clock: Clock;
  readonly #process: ChildProcess | undefined;

  /** A server that runs already; `start()` makes one. */
  constructor(url: string, process?: ChildProcess) {
    this.url = url.replace(/\/$/, "");
    this.clock = new Clock(this);
    this.#process = process;
  }

  toString(): string {
    return this.url;
  }

  /** The variables that point the official clients here. */
  get env(): Record<string, string> {
    return {
      WF_TRACE_SERVER_URL: this.url,
      WANDB_BASE_URL: this.url,
      WANDB_API_KEY: "any",
      WEAVE_USE_SERVER_CACHE: "false",
      WANDB_ERROR_REPORTING: "false",
      OPENAI_BASE_URL: `${this.url}/v1`,
      OPENAI_API_KEY: "any",
      OPENAI_AGENTS_DISABLE_TRACING: "1",
    };
  }

  /** End the server, if `start()` made it. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Back to the state that the server started with, or to none; with `project`, only there. */
  async reset(to: "baseline" | "empty" = "baseline", project?: string): Promise<void> {
    await this.control("POST", "/reset", { to, project });
  }

  /** Answer chats whose last user message has `lastUser` in it, or that fit `rule.when`. */
  async reply(lastUser: string, rule: Rule | string): Promise<Planned<Rule>> {
    const told = typeof rule === "string" ? { text: rule } : rule;
    return this.control("POST", "/replies", { ...told, when: { last_user: lastUser, ...told.when } });
  }

  /** Answer the next chat alone, before all other rules. */
  async replyNext(rule: Rule | string): Promise<Planned<Rule>> {
    const told = typeof rule === "string" ? { text: rule } : rule;
    return this.control("POST", "/replies", { ...told, next: true });
  }

  /** The scripted replies in the order in which they are asked. */
  async replies(): Promise<Planned<Rule>[]> {
    return (await this.control("GET", "/replies")).replies;
  }

  /** Plan any fault: `plan("Call End", { drop: true, times: 1 })`. */
  async plan(operation: Name, fault: Omit<Fault, "operation">): Promise<Planned<Fault>> {
    return this.control("POST", "/faults", { operation, ...fault });
  }

  /** Refuse requests, one if `times` is not named. */
  async fail(
    operation: Name = "*",
    status = 500,
    fault: Concerned & Pick<Fault, "message" | "retry_after"> = {},
  ): Promise<Planned<Fault>> {
    return this.plan(operation, { status, times: 1, ...fault });
  }

  /** Serve late, all requests if `times` is not named. */
  async slow(
    operation: Name,
    wait: Concerned & Pick<Fault, "delay" | "first_token" | "token">,
  ): Promise<Planned<Fault>> {
    return this.plan(operation, wait);
  }

  /** Close the connection when so many rows or events of an answer are sent. */
  async cut(operation: Name, after = 1, fault: Concerned = {}): Promise<Planned<Fault>> {
    return this.plan(operation, { cut: after, times: 1, ...fault });
  }

  /** The faults that stand. */
  async faults(): Promise<Planned<Fault>[]> {
    return (await this.control("GET", "/faults")).faults;
  }

  /** Refuse connections while `during` runs; the server is back when this returns. */
  async outage(seconds: Duration, during: () => Promise<void>): Promise<void> {
    await this.control("POST", "/outage", { seconds });
    try {
      await during();
    } finally {
      while (!(await this.#isReady())) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The requests since the last reset that fit, the newest last. */
  async requests(operation?: Name, wanted: Criteria = {}): Promise<Request[]> {
    return (await this.control("POST", "/requests/find", { operation, limit: ALL, ...wanted })).requests;
  }

  /** How many requests fit. */
  async count(operation?: Name, wanted: Criteria = {}): Promise<number> {
    return (await this.control("POST", "/requests/count", { operation, ...wanted })).count;
  }

  /** Fail unless requests were made that fit: at least one, or `times`. */
  async assertCalled(operation?: Name, wanted: Omit<Verify, "operation"> = {}): Promise<void> {
    try {
      await this.control("POST", "/requests/verify", { operation, ...wanted });
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      throw new AssertionError({ message: error.message });
    }
  }

  /** Return as soon as so many requests were made, one if not named; fail after `timeout`. */
  async waitFor(operation?: Name, wanted: Omit<Wait, "operation"> = {}): Promise<void> {
    const found = await this.control("POST", "/requests/wait", { operation, ...wanted });
    if (!found.met) throw new AssertionError({ message: found.reason });
  }

  /** How often each operation was called since the last reset. */
  async hits(): Promise<Record<string, number>> {
    const { routes } = await this.control("GET", "/routes");
    return Object.fromEntries(routes.map((row: any) => [row.operation, row.hits]));
  }

  /** The calls that are kept, the oldest first. */
  async calls(project?: string): Promise<StoredRecord[]> {
    return this.records("calls", project);
  }

  /** The object versions that are kept, the oldest first. */
  async objects(project?: string): Promise<StoredRecord[]> {
    return this.records("objects", project);
  }

  /** The records of any kind. */
  async records(kind: string, project?: string): Promise<StoredRecord[]> {
    const query = new URLSearchParams({ limit: String(ALL), ...(project && { project }) });
    return (await this.control("GET", `/state/${kind}?${query}`)).records;
  }

  /** Add what a data file holds, named by its path or given, or put it in the place of all. */
  async load(data: DataFile | string, mode: "merge" | "replace" = "merge"): Promise<void> {
    const content = typeof data === "string" ? JSON.parse(await readFile(data, "utf8")) : data;
    await this.control("POST", `/state/load?mode=${mode}`, content);
  }

  /** Write the state as a data file. */
  async save(path: string): Promise<void> {
    await writeFile(path, JSON.stringify(await this.control("GET", "/state/export"), null, 1));
  }

  /** Remember the records under a name. */
  async snapshot(name: string): Promise<void> {
    await this.control("POST", "/snapshots", { name });
  }

  /** Return to records that were remembered. */
  async restore(name: string): Promise<void> {
    await this.control("POST", `/snapshots/${encodeURIComponent(name)}/restore`);
  }

  /** Change settings until the next reset: `configure({ listing: "a" })`. */
  async configure(settings: NewSettings): Promise<void> {
    await this.control("PUT", "/settings", settings);
  }

  /** What was planned and not used, and defects of the server; a test with any has failed. */
  async unused(): Promise<string[]> {
    const idle = (await this.faults()).filter((fault) => !fault.used && !fault.optional);
    const { misses } = await this.control("GET", "/replies/misses");
    const { requests } = await this.control("GET", "/requests?failed=true");
    return [
      ...idle.map((fault) => `unused fault: ${fault.text}`),
      ...misses.map((miss: any) =>
        [`reply ${miss.id} (${miss.text}): used ${miss.used} of ${miss.least}`, ...miss.problems].join("; "),
      ),
      ...requests.map((request: Request) => `${request.operation} failed: ${request.exception}`),
    ];
  }

  /** Fail if anything was planned and not used, or the server had a defect. */
  async assertUsed(): Promise<void> {
    const unused = await this.unused();
    if (unused.length) throw new AssertionError({ message: `mockserver: ${unused.join("\n")}` });
  }

  /** A line for each of the newest requests. */
  async report(): Promise<string> {
    const lines = (await this.requests()).slice(-20).map((each) => {
      const remarks = [...each.faults.map((fault) => `fault: ${fault}`), each.hint ?? ""].join(" ");
      return `  ${each.operation ?? `${each.method} ${each.path}`}  ${each.status ?? "cut"}  ${remarks}`.trimEnd();
    });
    return ["mockserver: the newest requests", ...lines].join("\n");
  }

  /** Call a route of the control API. */
  async control(method: string, path: string, body?: object): Promise<any> {
    const answer = await fetch(`${this.url}/__admin${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const content: any = await answer.json();
    if (!answer.ok) throw new Refused(answer.status, content.reason ?? JSON.stringify(content.detail));
    return content;
  }

  async #isReady(): Promise<boolean> {
    return fetch(`${this.url}/__admin/ready`).then((answer) => answer.ok, () => false);
  }
}

/** A server's clock, as a test moves it. */
export class Clock {
  readonly #server: MockServer;

  constructor(server: MockServer) {
    this.#server = server;
  }

  /** What it shows. */
  async now(): Promise<Date> {
    return new Date((await this.#server.control("GET", "/clock")).now);
  }

  /** Stand still at a moment, or at this one. */
  async freeze(moment?: Date | string): Promise<void> {
    await this.#server.control("POST", "/clock", { freeze: moment ?? true });
  }

  /** Move ahead: `advance(300)` or `advance("5m")`. */
  async advance(by: Duration): Promise<void> {
    await this.#server.control("POST", "/clock", { advance: by });
  }

  /** Show real time. */
  async release(): Promise<void> {
    await this.#server.control("POST", "/clock", { release: true });
  }
}

const ALL = 1_000_000;
const READY = /^mockserver ready on (\S+)$/m;

function flagsOf(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const flag = name.replaceAll("_", "-");
    if (value === null || value === undefined) return [];
    if (typeof value === "boolean") return [value ? `--${flag}` : `--no-${flag}`];
    return [value].flat().map((each) => `--${flag}=${each}`);
  });
}

/** The URL in the line that says the server is ready. Rejects with what it said if it is not. */
function readyUrl(child: ChildProcess, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    let complaint = "";
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-10_000);
      const url = READY.exec(said)?.[1];
      if (url) resolve(url);
    });
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-10_000);
    });
    child.once("error", (error) => {
      reject(new Error(`cannot run ${command} (pip install mockserver): ${error.message}`));
    });
    child.once("close", () => reject(new Error(complaint.trim() || `${command} ended`)));
  });
}
