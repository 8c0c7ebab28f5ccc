// What the control API takes, what a server can be told, and what a data file holds.
// Written by `make docs`; durations are seconds or a text such as "300ms".

export type Operation =
  | "Call Start"
  | "Call End"
  | "Call Start Batch"
  | "Calls Delete"
  | "Call Update"
  | "Call Read"
  | "Calls Query Stats"
  | "Calls Query Stream"
  | "Cost Create"
  | "Cost Query"
  | "Cost Purge"
  | "Feedback Create"
  | "Feedback Query"
  | "Feedback Purge"
  | "Feedback Replace"
  | "File Create"
  | "File Content"
  | "Files Stats"
  | "Obj Create"
  | "Obj Read"
  | "Obj Delete"
  | "Objs Query"
  | "Export Trace"
  | "Refs Read Batch"
  | "Read Root"
  | "Server Info"
  | "Read Version"
  | "Get Caller Location"
  | "Table Create"
  | "Table Update"
  | "Table Query"
  | "Table Query Stats"
  | "Table Query Stats Batch"
  | "Table Query Stream"
  | "Threads Query Stream"
  | "Completions Create"
  | "Completions Create Stream"
  | "Chat Completion"
  | "Op List"
  | "Op Create"
  | "Op Delete"
  | "Op Read"
  | "Dataset List"
  | "Dataset Create"
  | "Dataset Delete"
  | "Dataset Read"
  | "Scorer List"
  | "Scorer Create"
  | "Scorer Delete"
  | "Scorer Read"
  | "Evaluation List"
  | "Evaluation Create"
  | "Evaluation Delete"
  | "Evaluation Read"
  | "Model List"
  | "Model Create"
  | "Model Delete"
  | "Model Read"
  | "Evaluation Run Delete"
  | "Evaluation Run List"
  | "Evaluation Run Create"
  | "Evaluation Run Read"
  | "Evaluation Run Finish"
  | "Prediction Delete"
  | "Prediction List"
  | "Prediction Create"
  | "Prediction Read"
  | "Prediction Finish"
  | "Score Delete"
  | "Score List"
  | "Score Create"
  | "Score Read"
  | "Feedback Create Batch"
  | "Table Create From Digests"
  | "Calls Query"
  | "Project Stats"
  | "Calls Complete"
  | "Call Start V2"
  | "Call End V2"
  | "GraphQL"
  | "Projects Info"
  | "Export Agent Trace"
  | "Agents Query"
  | "Agent Versions Query"
  | "Agent Spans Query"
  | "Agent Spans Stats"
  | "Agent Trace Chat"
  | "Agent Conversation Chat"
  | "Agent Conversation Spans"
  | "Agent Custom Attributes"
  | "Agents Search"
  | "Obj Tags Add"
  | "Obj Tags Remove"
  | "Obj Aliases Set"
  | "Obj Aliases Remove"
  | "Tags List"
  | "Aliases List"
  | "Eval Results Query"
  | "Evaluations Status"
  | "Evaluations Evaluate Model"
  | "Evaluations Rescore"
  | "Calls Usage"
  | "Trace Usage"
  | "Calls Stats"
  | "Calls Score"
  | "Feedback Stats"
  | "Feedback Payload Schema"
  | "Feedback Aggregate"
  | "Annotation Queue Create"
  | "Annotation Queues Query"
  | "Annotation Queues Stats"
  | "Annotation Queue Read"
  | "Annotation Queue Update"
  | "Annotation Queue Delete"
  | "Annotation Queue Add"
  | "Annotation Queue Items"
  | "Annotation Queue Progress"
  | "Dataset Sources Link"
  | "Dataset Sources Link Delete"
  | "Dataset Sources Query"
  | "Source Datasets Query"
  | "Runtime Apply"
  | "Registry Link"
  | "Image Create"
  | "Project Retention Read"
  | "Project Retention Update"
  | "Project Sensitive Data"
  | "Project Sampling Read"
  | "Served Models List"
  | "Served Model Read"
  | "Response Create"
  | "Response Read"
  | "Response Delete"
  | "Response Cancel"
  | "Response Input Items"
  | "Response Input Tokens"
  | "Text Completion"
  | "Embeddings Create"
  | "Rerank"
  | "Score"
  | "Tokenize"
  | "Detokenize"
  | "Tokenizer Info"
  | "Server Load"
  | "Ping"
  | "OpenAPI"
  | "OpenAPI Page"
  | "Metrics";

/** A call with all calls below it. */
export interface Call {
  op: string;
  id?: string | null;
  at?: string | null;
  took?: string | null;
  inputs?: Record<string, unknown>;
  output?: unknown;
  exception?: string | null;
  attributes?: Record<string, unknown>;
  usage?: TokenUsage | null;
  thread?: string | null;
  turn?: string | null;
  user?: string | null;
  display_name?: string | null;
  feedback?: Feedback[];
  children?: Call[];
  /** A comment. */
  "//"?: unknown;
}

/** The price per token of a model, from a moment on. */
export interface Cost {
  model: string;
  prompt: number;
  completion: number;
  unit?: string;
  provider?: string;
  at?: string | null;
  /** A comment. */
  "//"?: unknown;
}

/** A whole file; `mockserver` is the version of its format. */
export interface DataFile {
  "$schema"?: string;
  mockserver: number;
  projects?: Record<string, Project>;
  faults?: Fault[];
  replies?: Rule[];
  /** A comment. */
  "//"?: unknown;
}

/** A published dataset. */
export interface Dataset {
  name: string;
  rows: Record<string, unknown>[];
  description?: string | null;
  at?: string | null;
  /** A comment. */
  "//"?: unknown;
}

/** An evaluation, with its dataset and scorers as `name` or `name:v0`, and its runs. */
export interface Evaluation {
  name: string;
  dataset: string;
  scorers?: string[];
  description?: string | null;
  trials?: number;
  at?: string | null;
  runs?: Run[];
  /** A comment. */
  "//"?: unknown;
}

/** An error response; with `after`, an event after so many pieces of a stream. */
export interface Failure {
  /** Default: 500 */
  status?: number;
  /** Default: "The server failed, as it was told to" */
  message?: string;
  body?: unknown;
  headers?: Record<string, unknown>;
  after?: number | null;
}

/** A planned fault: criteria of requests, and its effects on them. The first `skip` matching requests pass; the fault applies to the next `times`, to each with `probability`. It has at least one effect. */
export interface Fault {
  /** Operation by its name in the listing; * is any. */
  operation?: Operation | "*" | (string & {});
  /** Method, such as POST. */
  method?: string | null;
  /** Path; {name} is any one part of it, {name:path} any rest. */
  path?: string | null;
  /** Parameters and their values, or matchers of these. */
  query?: Record<string, Matcher | string | number | boolean | unknown[] | null>;
  /** Headers and their values, or matchers of these. */
  headers?: Record<string, Matcher | string | number | boolean | unknown[] | null>;
  /** Project that the request names first. */
  project?: string | null;
  /** What the body has to hold; keys may be paths, values matchers. */
  body?: unknown;
  /** Requests that pass first. */
  skip?: number;
  /** Requests it applies to; null is all. */
  times?: number | null;
  /** Chance of each, drawn from the seed. */
  probability?: number;
  /** No test fails because this was not used. */
  optional?: boolean;
  /** Refuse with this status. */
  status?: number | null;
  /** Text of the refusal. */
  message?: string | null;
  /** Header of the refusal. */
  retry_after?: number | string | null;
  /** Close the connection without an answer. */
  drop?: boolean;
  /** Wait before the request is served. */
  delay?: number | string;
  /** Wait before the first piece of the answer. */
  first_token?: number | string;
  /** Wait before each further piece. */
  token?: number | string;
  /** Close the connection after so many pieces. */
  cut?: number | null;
  /** After so many events, an error in their place. */
  error?: number | null;
  /** Spoil this piece of the answer. */
  malformed?: number | null;
  /** Requests that pass in `per` seconds. */
  limit?: number | null;
  /** Window of `limit`; more is refused, 429. */
  per?: number | string;
}

/** Feedback, with exactly one of `emoji`, `note`, `annotation`, `scorer` and `type`. `annotation` and `scorer` name an object of the project and need a `value`. */
export interface Feedback {
  emoji?: string | null;
  note?: string | null;
  annotation?: string | null;
  scorer?: string | null;
  value?: unknown;
  type?: string | null;
  payload?: Record<string, unknown> | null;
  creator?: string | null;
  id?: string | null;
  at?: string | null;
  /** A comment. */
  "//"?: unknown;
}

/** A file with its contents, as text or in base64. */
export interface File {
  text?: string | null;
  base64?: string | null;
  name: string;
  /** A comment. */
  "//"?: unknown;
}

/** One reply. The model adds what is not given here. */
export interface Line {
  text?: string | null;
  tool_call?: ScriptedCall | null;
  tool_calls?: ScriptedCall[];
  reasoning?: string | null;
  error?: Failure | null;
  /** Default: 0 */
  delay?: number | string;
  first_token?: number | string | null;
  token?: number | string | null;
  jitter?: number | null;
  cut?: number | null;
  recorded?: RecordedPace | null;
}

/** Criteria of logged requests. Requests that were late after a reset never fit. */
export interface LoggedCriteria {
  /** Operation by its name in the listing. */
  operation?: Operation | "*" | (string & {});
  /** Method, such as POST. */
  method?: string | null;
  /** Path; {name} is any one part of it, {name:path} any rest. */
  path?: string | null;
  /** Parameters and their values, or matchers of these. */
  query?: Record<string, Matcher | string | number | boolean | unknown[] | null>;
  /** Headers and their values, or matchers of these. */
  headers?: Record<string, Matcher | string | number | boolean | unknown[] | null>;
  /** Project that the request names first. */
  project?: string | null;
  /** What the body has to hold; keys may be paths, values matchers. */
  body?: unknown;
  /** Status of the answer. */
  status?: number | null;
  /** What the body of the answer has to hold. */
  answer?: unknown;
  /** Begun at this moment or later. */
  since?: string | null;
}

/** A condition on one value: exactly one of the four fields. */
export interface Matcher {
  exact?: unknown;
  contains?: string | null;
  pattern?: string | null;
  present?: boolean | null;
}

/** A model for evaluations; each version is an object of attributes. */
export interface ModelHistory {
  name: string;
  versions: Record<string, unknown>[];
  description?: string | null;
  source?: string;
  at?: string | null;
  /** A comment. */
  "//"?: unknown;
}

/** The settings to change; null changes nothing. */
export interface NewSettings {
  /** Let pages of this origin call; * is any; repeatable. */
  allow_origin?: string[] | string;
  /** Listing of the interface. */
  listing?: "a" | "b" | "both";
  /** Serve the further routes that official clients call. */
  client_routes?: boolean;
  /** Serve exactly the interface document. */
  strict?: boolean;
  /** Ignore unknown keys and name them in a header, instead of a 422. */
  lenient?: boolean;
  /** Require any credential, or none. */
  auth?: "any" | "none";
  /** Accept only this key; repeatable. */
  api_key?: string[] | string;
  /** Pace of recorded chat replies: none, recorded, or 2x for twice as fast. */
  replay_pace?: string;
  /** Make ids and replies repeatable. */
  seed?: number | null;
  /** Freeze the clock at this ISO 8601 moment. */
  now?: string | null;
  /** Serve only this chat model; repeatable. */
  model?: string[] | string;
  /** Context length of the chat models, in tokens. */
  context_length?: number;
  /** Reason before every chat reply. */
  reasoning?: boolean;
  /** Wait before the first token of a chat reply. */
  first_token?: number | string;
  /** Wait before each further token. */
  token_delay?: number | string;
  /** Fraction by which a wait may vary. */
  jitter?: number;
  /** Pace of one model, such as small=300ms+20ms; repeatable. */
  model_pace?: string[] | string;
  /** Form of chat error bodies. */
  error_style?: "nested" | "flat";
  /** Key order for object digests. */
  digest_order?: "sorted" | "received";
  /** When v2 runs finish on their own: immediate, reads:N or after:SECONDS. */
  progression?: string | null;
}

/** An object with its versions, oldest first. `builtin` names a built-in class that completes them. */
export interface ObjectHistory {
  name: string;
  versions: unknown[];
  builtin?: string | null;
  at?: string | null;
  /** A comment. */
  "//"?: unknown;
}

/** A model's output for a row of the dataset or for `inputs`, with a score per scorer. */
export interface Prediction {
  row?: number | null;
  inputs?: Record<string, unknown>;
  output?: unknown;
  /** A duration such as 1.4s, 200ms or 1h30m. */
  took?: string;
  exception?: string | null;
  usage?: TokenUsage | null;
  scores?: Record<string, unknown>;
  /** A comment. */
  "//"?: unknown;
}

/** The sections of one project; a part may name parts of earlier sections. */
export interface Project {
  records?: unknown;
  files?: File[];
  tables?: Table[];
  datasets?: Dataset[];
  objects?: ObjectHistory[];
  models?: ModelHistory[];
  scorers?: Scorer[];
  evaluations?: Evaluation[];
  costs?: Cost[];
  calls?: Call[];
  feedback?: ProjectFeedback[];
  /** A comment. */
  "//"?: unknown;
}

/** Feedback on an object of the project by its name, or on anything by its ref. */
export interface ProjectFeedback {
  emoji?: string | null;
  note?: string | null;
  annotation?: string | null;
  scorer?: string | null;
  value?: unknown;
  type?: string | null;
  payload?: Record<string, unknown> | null;
  creator?: string | null;
  id?: string | null;
  at?: string | null;
  on: string;
  /** A comment. */
  "//"?: unknown;
}

/** Seconds that an upstream took for its first token, and for each further one. */
export interface RecordedPace {
  first_token: number;
  token: number;
}

/** A condition on requests, and the replies to requests that meet it. */
export interface Rule {
  text?: string | null;
  tool_call?: ScriptedCall | null;
  tool_calls?: ScriptedCall[];
  reasoning?: string | null;
  error?: Failure | null;
  /** Default: 0 */
  delay?: number | string;
  first_token?: number | string | null;
  token?: number | string | null;
  jitter?: number | null;
  cut?: number | null;
  recorded?: RecordedPace | null;
  name?: string | null;
  when?: When;
  sequence?: Line[];
  times?: number | null;
  at_least?: number | null;
  /** Default: false */
  optional?: boolean;
  /** Default: false */
  next?: boolean;
}

/** A run over a model, named as `name` or `name:v0`. */
export interface Run {
  model: string;
  at?: string | null;
  predictions?: Prediction[];
  finished?: boolean;
  exception?: string | null;
  /** A comment. */
  "//"?: unknown;
}

/** A scorer of predictions. */
export interface Scorer {
  name: string;
  description?: string | null;
  source?: string;
  at?: string | null;
  /** A comment. */
  "//"?: unknown;
}

/** A call of a function. Arguments in a string are sent unchanged, even if they are no JSON; without an `id` each use has a new one. */
export interface ScriptedCall {
  id?: string | null;
  name: string;
  arguments?: Record<string, unknown> | string;
}

/** All settings of a server, each declared in one of the two base classes. Each field is also a flag of `mockserver serve` and a variable: `max_body` is `--max-body` and `MOCKSERVER_MAX_BODY`. A flag wins over a variable, a variable over the default. */
export interface Settings {
  /** Address to listen on. */
  host?: string;
  /** Port to listen on; 0 takes a free one. */
  port?: number;
  /** Serve the control API under this host name too; repeatable. */
  allow_host?: string[] | string;
  /** Let other machines call the control API without a key. */
  allow_admin?: boolean;
  /** Keep the state in this TinyDB file. */
  db?: string | null;
  /** Respond to a write once it survives a power failure. */
  fsync?: boolean;
  /** Load this data file; its records only into an empty store; repeatable. */
  data?: string[] | string;
  /** Load a demo if the store is empty. */
  demo?: boolean;
  /** Add a new trace to the demo every few seconds. */
  demo_live?: boolean;
  /** Approximate calls in the demo. */
  demo_size?: number;
  /** Write the state to this data file when the server stops. */
  save?: string | null;
  /** Forward to this server and record it; chat=URL or trace=URL for one side. */
  upstream?: string[] | string;
  /** Credential for the upstream, instead of the callers' own. */
  upstream_key?: string | null;
  /** Longest silence of the upstream, in seconds. */
  upstream_timeout?: number | string;
  /** Price list instead of the built-in one. */
  prices?: string | null;
  /** Accept a priority in chat requests. */
  priority_scheduling?: boolean;
  /** Report which tokens of a prompt are cached. */
  prefix_cache?: boolean;
  /** Wait before every request is served. */
  latency?: number | string;
  /** Reply to a chat that no rule fits. */
  unscripted?: "model" | "echo" | "error";
  /** Plan a fault, such as 'Call End=503@0.1'; repeatable. */
  fault?: string[] | string;
  /** Requests kept in the request log. */
  request_log?: number;
  /** Let the control API stop the server. */
  allow_shutdown?: boolean;
  /** Longest request body, in bytes. */
  max_body?: number;
  /** Longest file upload, in bytes. */
  max_upload?: number;
  /** Respond without a task where possible. */
  direct?: boolean;
  /** Serve the console at /__console. */
  console?: boolean;
  /** Form of the request lines on stderr. */
  log?: "lines" | "json" | "quiet";
  /** Let pages of this origin call; * is any; repeatable. */
  allow_origin?: string[] | string;
  /** Listing of the interface. */
  listing?: "a" | "b" | "both";
  /** Serve the further routes that official clients call. */
  client_routes?: boolean;
  /** Serve exactly the interface document. */
  strict?: boolean;
  /** Ignore unknown keys and name them in a header, instead of a 422. */
  lenient?: boolean;
  /** Require any credential, or none. */
  auth?: "any" | "none";
  /** Accept only this key; repeatable. */
  api_key?: string[] | string;
  /** Pace of recorded chat replies: none, recorded, or 2x for twice as fast. */
  replay_pace?: string;
  /** Make ids and replies repeatable. */
  seed?: number | null;
  /** Freeze the clock at this ISO 8601 moment. */
  now?: string | null;
  /** Serve only this chat model; repeatable. */
  model?: string[] | string;
  /** Context length of the chat models, in tokens. */
  context_length?: number;
  /** Reason before every chat reply. */
  reasoning?: boolean;
  /** Wait before the first token of a chat reply. */
  first_token?: number | string;
  /** Wait before each further token. */
  token_delay?: number | string;
  /** Fraction by which a wait may vary. */
  jitter?: number;
  /** Pace of one model, such as small=300ms+20ms; repeatable. */
  model_pace?: string[] | string;
  /** Form of chat error bodies. */
  error_style?: "nested" | "flat";
  /** Key order for object digests. */
  digest_order?: "sorted" | "received";
  /** When v2 runs finish on their own: immediate, reads:N or after:SECONDS. */
  progression?: string | null;
}

/** Rows without an object; refs in data files use the name. */
export interface Table {
  name: string;
  rows: Record<string, unknown>[];
  /** A comment. */
  "//"?: unknown;
}

/** The tokens that one call used of one model. */
export interface TokenUsage {
  model: string;
  prompt?: number;
  completion?: number;
  /** A comment. */
  "//"?: unknown;
}

export interface Verify {
  /** Operation by its name in the listing. */
  operation?: Operation | "*" | (string & {});
  /** Method, such as POST. */
  method?: string | null;
  /** Path; {name} is any one part of it, {name:path} any rest. */
  path?: string | null;
  /** Parameters and their values, or matchers of these. */
  query?: Record<string, Matcher | string | number | boolean | unknown[] | null>;
  /** Headers and their values, or matchers of these. */
  headers?: Record<string, Matcher | string | number | boolean | unknown[] | null>;
  /** Project that the request names first. */
  project?: string | null;
  /** What the body has to hold; keys may be paths, values matchers. */
  body?: unknown;
  /** Status of the answer. */
  status?: number | null;
  /** What the body of the answer has to hold. */
  answer?: unknown;
  /** Begun at this moment or later. */
  since?: string | null;
  /** Expected number; null means at least one. */
  times?: number | null;
}

export interface Wait {
  /** Operation by its name in the listing. */
  operation?: Operation | "*" | (string & {});
  /** Method, such as POST. */
  method?: string | null;
  /** Path; {name} is any one part of it, {name:path} any rest. */
  path?: string | null;
  /** Parameters and their values, or matchers of these. */
  query?: Record<string, Matcher | string | number | boolean | unknown[] | null>;
  /** Headers and their values, or matchers of these. */
  headers?: Record<string, Matcher | string | number | boolean | unknown[] | null>;
  /** Project that the request names first. */
  project?: string | null;
  /** What the body has to hold; keys may be paths, values matchers. */
  body?: unknown;
  /** Status of the answer. */
  status?: number | null;
  /** What the body of the answer has to hold. */
  answer?: unknown;
  /** Begun at this moment or later. */
  since?: string | null;
  /** Number of requests to wait for. */
  times?: number;
  /** Longest time to wait. */
  timeout?: number | string;
  /** Also wait until no request has arrived for a moment. */
  idle?: boolean;
}

/** The conditions under which a rule answers a request. */
export interface When {
  /** Operation by its name in the listing. */
  operation?: Operation | "*" | (string & {});
  /** Method, such as POST. */
  method?: string | null;
  /** Path; {name} is any one part of it, {name:path} any rest. */
  path?: string | null;
  /** Parameters and their values, or matchers of these. */
  query?: Record<string, Matcher | string | number | boolean | unknown[] | null>;
  /** Headers and their values, or matchers of these. */
  headers?: Record<string, Matcher | string | number | boolean | unknown[] | null>;
  /** Project that the request names first. */
  project?: string | null;
  body?: Record<string, unknown>;
  model?: Matcher | string | number | boolean | unknown[] | null;
  last_user?: Matcher | string | null;
  roles?: string[];
  has_tool?: boolean | string | null;
  turn?: number | null;
  /** Default: false */
  exactly?: boolean;
  /** Of the body only the last user message counts, whatever its case, punctuation and articles, and who has spoken since. */
  match?: "last_user" | null;
}
