// Written by `make docs` from the catalogue of components. Change it there.

/** The id of a command that the server keeps. */
export type CommandId = string;
/** The id of a component that is drawn here. */
export type ComponentId = string;
/** A node of a window's content. */
export type PageNode =
  | string
  | { component: ComponentId }
  | {
      tag: string;
      attributes?: Record<string, string>;
      children?: PageNode[];
      binding?: { scope: string; key: string };
      command?: CommandId;
    };

/** Plain text: a heading, a paragraph, a caption or a notice. */
export interface TextProps {
  /** What it says. Line breaks are kept. */
  text: string;
  /** Its rank. */
  variant: "h1"|"h2"|"h3"|"h4"|"h5"|"body"|"caption";
  /** Its meaning, shown by colour. */
  tone?: "neutral"|"info"|"success"|"warning"|"danger";
}

export interface TextEvents {}

/** Markdown with tables, without HTML. */
export interface MarkdownProps {
  /** CommonMark with tables and strikethrough; HTML is shown as text. */
  text: PageNode[];
}

export interface MarkdownEvents {}

/** Source code, with colours and a copy button. */
export interface CodeProps {
  /** The code. */
  text: string;
  /** The language, such as python or json. */
  language?: string;
  /** Whether lines are numbered. */
  lineNumbers: boolean;
  /** Whether long lines are wrapped. */
  wrap: boolean;
}

export interface CodeEvents {}

/** Two texts and what differs between them, line by line. */
export interface DiffProps {
  /** The old text. */
  before: string;
  /** The new text. */
  after: string;
  /** The language, such as python or json. */
  language?: string;
  /** What is compared, such as a file's name. */
  title?: string;
  /** Below each other or side by side. */
  layout: "unified"|"split";
}

export interface DiffEvents {}

/** Components in a row, a column, a grid or a card. */
export interface LayoutProps {
  /** How they are placed; a card is a column with a frame. */
  kind: "row"|"column"|"grid"|"card";
  /** The ids of the components inside, in order. They are shown here only. */
  children: ComponentId[];
  /** A heading above them. */
  title?: string;
  /** Columns of a grid; without them, as many as fit. */
  columns?: number;
  /** The space between them. */
  gap: "none"|"small"|"medium"|"large";
  /** Their place across the direction. */
  align?: "start"|"center"|"end"|"stretch";
  /** Their place along the direction. */
  justify?: "start"|"center"|"end"|"between";
  /** Whether it scrolls when it is too large, instead of growing. */
  scroll: boolean;
}

export interface LayoutEvents {}

/** Components on tabs, of which one is shown. */
export interface TabsProps {
  /** The tabs, in order. */
  tabs: {label:string;children:ComponentId[]}[];
  /** The index of the tab that is shown. */
  selected: number;
}

export interface TabsEvents {
  /** Another tab is shown. */
  select: {value:number};
}

/** A button that opens a dialog of components. */
export interface ModalProps {
  /** What the button says. */
  label: string;
  /** The heading of the dialog. */
  title?: string;
  /** The ids of the components in the dialog, in order. */
  children: ComponentId[];
  /** Whether the dialog is open. */
  open: boolean;
}

export interface ModalEvents {
  /** The dialog was opened or closed. */
  toggle: {value:boolean};
}

/** A line between components. */
export interface DividerProps {
  /** How it runs. */
  direction: "horizontal"|"vertical";
  /** A word on the line. */
  label?: string;
}

export interface DividerEvents {}

/** A button that applies a command. */
export interface ButtonProps {
  /** What it says. */
  label: string;
  /** Applied when it is pressed. */
  command?: CommandId;
  /** Its weight. */
  variant: "primary"|"secondary"|"danger"|"plain";
  /** The name of an icon before the label. */
  icon?: string;
  /** Whether it cannot be pressed. */
  disabled: boolean;
}

export interface ButtonEvents {
  /** It was pressed. */
  press: Record<string, never>;
}

/** Links to addresses, or choices that apply a command. */
export interface LinksProps {
  /** The links, in order. */
  items: {label:string;href?:string;value?:string;description?:string}[];
  /** How they are placed. */
  direction: "row"|"column";
  /** Applied when a link without href is followed. */
  command?: CommandId;
}

export interface LinksEvents {
  /** A link without href was followed. */
  select: {value:string};
}

/** A form made from a JSON Schema of type object, one field a property. */
export interface FormProps {
  /** The schema of the answer. title, description, default, enum, format (date, time, date-time, email, uri, textarea), minimum and maximum are used; nested objects are groups. */
  schema: object;
  /** What the fields hold at first, by their names. */
  values?: object;
  /** A heading. */
  title?: string;
  /** A few sentences above the fields. */
  description?: string;
  /** What the button says. */
  submit: string;
  /** What the cancel button says; without it there is none. */
  cancel?: string;
  /** Applied when it is sent; {{form.NAME}} is a field's value. */
  command?: CommandId;
  /** Applied when it is cancelled. */
  cancelCommand?: CommandId;
}

export interface FormEvents {
  /** The form was sent; its values fit the schema. */
  submit: {form:object};
  /** The form was cancelled. */
  cancel: Record<string, never>;
}

/** One field of its own; bind its value to keep what is entered. */
export interface FieldProps {
  /** What is entered. */
  kind: "text"|"textarea"|"number"|"date"|"time"|"datetime"|"checkbox"|"select"|"multiselect"|"slider";
  /** Its name for people. */
  label: string;
  /** The value: text (ISO 8601 for dates and times), a number, true or false, or the chosen options. */
  value?: string|number|boolean|string[]|null;
  /** The choices of a select or multiselect. */
  options?: (string|{value:string;label?:string})[];
  /** What an empty field shows. */
  placeholder?: string;
  /** A sentence below the field. */
  help?: string;
  /** The least number. */
  minimum?: number;
  /** The largest number. */
  maximum?: number;
  /** The step between numbers. */
  step?: number;
  /** The most characters of a text. */
  maxLength?: number;
  /** Whether it must be filled in. */
  required: boolean;
  /** Whether it cannot be changed. */
  disabled: boolean;
  /** Applied when the value was changed; {{value}} is the new one. */
  command?: CommandId;
}

export interface FieldEvents {
  /** The value was changed. */
  change: {value:string|number|boolean|string[]|null};
}

/** Rows and columns, to sort, filter, turn pages and export. */
export interface TableProps {
  /** The rows, each with its cells by column key. */
  rows: object[];
  /** The columns, in order; without them, the keys of the first rows. */
  columns?: {key:string;label?:string;type?:"text"|"number"|"date"|"boolean"|"link"|"json"|"duration"|"money";align?:"start"|"center"|"end"}[];
  /** The column whose cells identify the rows. */
  rowKey?: string;
  /** How rows are sorted at first. */
  sort?: {column:string;descending?:boolean};
  /** Whether there is a box to filter by. */
  filter: boolean;
  /** Rows on a page. */
  pageSize: number;
  /** Whether it can be exported as CSV and JSON. */
  export: boolean;
  /** What is shown if there are none: what to do. */
  empty: string;
  /** The row's cell in the column `rowKey`; its index if there is none. */
  selected?: string|number|boolean|null;
  /** Applied when a row is selected; {{value}} is its key, {{form.COLUMN}} its cells. */
  command?: CommandId;
  /** Buttons in every row. */
  actions?: {label:string;command:CommandId;tone?:"neutral"|"info"|"success"|"warning"|"danger"}[];
}

export interface TableEvents {
  /** A row was selected. */
  select: {value:string|number|boolean|null;form:object};
  /** A button in a row was pressed. */
  action: {value:string|number|boolean|null;form:object;index:number};
}

/** Items below each other: texts, or titles with more. */
export interface ListProps {
  /** The items, in order. */
  items: (string|{id?:string;title:string;text?:string;href?:string;image?:string;icon?:string;tone?:"neutral"|"info"|"success"|"warning"|"danger"})[];
  /** Whether they are numbered. */
  ordered: boolean;
  /** What is shown if there are none. */
  empty?: string;
  /** The id of the selected item. */
  selected?: string;
  /** Applied when an item is selected; {{value}} is its id. */
  command?: CommandId;
}

export interface ListEvents {
  /** An item was selected. */
  select: {value:string};
}

export interface TreeNode {
  /** Identifies it in this tree. */
  id: string;
  /** What it says. */
  label: string;
  /** The name of an icon before it. */
  icon?: string;
  /** Whether the items below are shown. */
  open?: boolean;
  /** The items below. */
  children?: TreeNode[];
}

/** Nested items that open and close. */
export interface TreeProps {
  /** The topmost items. */
  nodes: TreeNode[];
  /** The id of the selected item. */
  selected?: string;
  /** Applied when an item is selected; {{value}} is its id. */
  command?: CommandId;
}

export interface TreeEvents {
  /** An item was selected. */
  select: {value:string};
}

/** Names with their values, below each other. */
export interface KeyValueProps {
  /** The pairs, in order. */
  items: {key:string;value:string|number|boolean|null;href?:string;tone?:"neutral"|"info"|"success"|"warning"|"danger"}[];
}

export interface KeyValueEvents {}

/** Any JSON value, to open, search and copy. */
export interface JsonProps {
  /** The value. */
  value: unknown;
  /** How many levels are open at first. */
  depth: number;
}

export interface JsonEvents {}

/** Numbers as lines, bars, points or a pie. */
export interface ChartProps {
  /** What is drawn. */
  kind: "line"|"bar"|"scatter"|"pie";
  /** The categories, times (ISO 8601) or numbers, one for each y. */
  x?: (string|number)[];
  /** The series, each with its values. */
  series: {name?:string;y:(number|null)[];x?:(string|number)[]}[];
  /** A heading. */
  title?: string;
  /** What x is, with its unit. */
  xLabel?: string;
  /** What y is, with its unit. */
  yLabel?: string;
  /** Whether bars or lines are stacked. */
  stacked: boolean;
}

export interface ChartEvents {}

/** Nodes and the edges between them. */
export interface GraphProps {
  /** The nodes. */
  nodes: {id:string;label?:string;tone?:"neutral"|"info"|"success"|"warning"|"danger"}[];
  /** The edges. */
  edges: {from:string;to:string;label?:string}[];
  /** Where edges lead. */
  direction: "right"|"down";
  /** The id of the selected node. */
  selected?: string;
  /** Applied when a node is selected; {{value}} is its id. */
  command?: CommandId;
}

export interface GraphEvents {
  /** A node was selected. */
  select: {value:string};
}

/** A picture: data:image or a kept file, no foreign address. */
export interface ImageProps {
  /** data:image/png;base64,… (png, jpeg, gif, webp, avif) or /api/files/ID. */
  src: string;
  /** What it shows, for those who cannot see it. */
  alt: string;
  /** A sentence below. */
  caption?: string;
  /** How it fills its place. */
  fit: "contain"|"cover"|"none";
  /** Its width in pixels. */
  width?: number;
}

export interface ImageEvents {}

/** A small sign. */
export interface IconProps {
  /** The name, such as check, warning or folder. */
  name: string;
  /** What it means, for those who cannot see it. */
  label?: string;
  /** Its meaning, shown by colour. */
  tone?: "neutral"|"info"|"success"|"warning"|"danger";
}

export interface IconEvents {}

/** A kept file, to open and download. */
export interface FileProps {
  /** The kept file: /api/files/ID. */
  src: string;
  /** Its name. */
  name: string;
  /** Its media type, such as text/csv. */
  mediaType?: string;
  /** Its size in bytes. */
  size?: number;
}

export interface FileEvents {}

/** A kept video or sound. */
export interface PlayerProps {
  /** What is played. */
  kind: "video"|"audio";
  /** The kept file: /api/files/ID. */
  src: string;
  /** What it is. */
  title?: string;
}

export interface PlayerEvents {}

/** How far something is; without a value, that it is going on. */
export interface ProgressProps {
  /** How much is done. */
  value?: number;
  /** How much there is to do. */
  maximum: number;
  /** What is being done. */
  label?: string;
  /** Its meaning, shown by colour. */
  tone?: "neutral"|"info"|"success"|"warning"|"danger";
}

export interface ProgressEvents {}

/** The steps of a wizard or a procedure, and which is current. */
export interface StepperProps {
  /** The steps, in order. */
  steps: {label:string;detail?:string;state?:"waiting"|"active"|"done"|"failed"}[];
  /** The index of the current step. */
  current: number;
  /** Applied when a step is selected; {{value}} is its index. */
  command?: CommandId;
}

export interface StepperEvents {
  /** A step was selected. */
  select: {value:number};
}

/** Lines of a log, the newest last. */
export interface LogProps {
  /** The lines, in order. */
  lines: {text:string;level?:"debug"|"info"|"warning"|"error";at?:string}[];
  /** Whether the end stays in view. */
  follow: boolean;
}

export interface LogEvents {}

/** What happened when. */
export interface TimelineProps {
  /** What happened, in order. */
  items: {at:string;title:string;detail?:string;tone?:"neutral"|"info"|"success"|"warning"|"danger"}[];
}

export interface TimelineEvents {}

/** The browser of a run, as it is now. */
export interface LiveProps {
  /** The id of the run. */
  run: string;
  /** Whether a person may click and type in it. */
  interactive: boolean;
}

export interface LiveEvents {}

/** Steps that wait for a person, to accept, edit or refuse one by one. */
export interface PlanProps {
  /** The id of the plan. */
  plan: string;
  /** What it is for. */
  title?: string;
  /** The steps, in order. */
  steps: {id:string;title:string;before?:unknown;after?:unknown;state?:"waiting"|"accepted"|"refused"|"done"|"failed";command?:unknown}[];
}

export interface PlanEvents {
  /** A person decided about steps. */
  decide: {value:"accept"|"refuse";steps:string[]};
  /** A person changed a step. */
  edit: {step:string;value:unknown};
}

/** A call that waits for a person's yes or no. */
export interface ApprovalProps {
  /** The id of the question. */
  approval: string;
  /** What is asked. */
  title: string;
  /** Why, and what follows. */
  detail?: string;
  /** The tool that would be called. */
  tool?: string;
  /** What it would be called with. */
  arguments?: object;
  /** What the tool does to the world. */
  effect?: "read"|"act"|"destroy";
  /** Whether a yes may hold for everything of this kind. */
  kind?: boolean;
  /** What is known of it, for those who want to see it. */
  details?: unknown;
}

export interface ApprovalEvents {
  /** A person answered. */
  answer: {value:boolean};
  /** A person said yes to everything of this kind. */
  agree: Record<string, never>;
}

/** Asks a person for a credential, which goes to the vault and nowhere else. */
export interface CredentialProps {
  /** The name that it is kept by; asked for if it is left out. */
  credential?: string;
  /** What it is; a user name and a password if it is left out, or custom if there are fields. */
  type?: "username_password"|"authenticator"|"custom";
  /** What it is for. */
  title?: string;
  /** The only domain that it may be used on; asked for if it is left out. */
  domain?: string;
  /** Several domains, in place of one. */
  domains?: string[];
  /** The fields of a custom one; asked for if they are left out. */
  fields?: {name:string;label?:string;hidden?:boolean}[];
  /** Applied when it is kept; {{value}} is its name. */
  command?: CommandId;
}

export interface CredentialEvents {
  /** The credential was kept; what was typed is not in the event. */
  keep: {value:string};
}

/** Settings, keys of models and paired browsers, for a person to read and to change. */
export interface SettingsProps {
  /** What is shown; everything if it is left out. */
  section?: "models"|"behaviour"|"chrome"|"all";
}

export interface SettingsEvents {}

/** A run: how far it is, its steps, its result. */
export interface RunProps {
  /** The id of the run. */
  run: string;
  /** What is shown at first. */
  view: "summary"|"steps"|"report";
}

export interface RunEvents {}

/** A workflow's nodes, and where a run of it is. */
export interface WorkflowProps {
  /** Its name. */
  workflow: string;
  /** The id of the run. */
  run?: string;
  /** Whether a person may change it. */
  editable: boolean;
  /** The alias of the selected node. */
  selected?: string;
  /** Applied when a node is selected; {{value}} is its alias. */
  command?: CommandId;
}

export interface WorkflowEvents {
  /** A node was selected. */
  select: {value:string};
}

/** A conversation; without messages, the one of this workspace. */
export interface ChatProps {
  /** The messages, in order. */
  messages?: {role:"user"|"assistant"|"system";text:PageNode[];at?:string}[];
  /** What the empty field shows. */
  placeholder?: string;
  /** Whether an answer is on its way. */
  busy: boolean;
  /** Applied when a message is sent; {{value}} is its text. */
  command?: CommandId;
}

export interface ChatEvents {
  /** A message was sent; without a command it goes to the chat of the workspace. */
  send: {value:string};
}

export interface ComponentProps {
  text: TextProps;
  markdown: MarkdownProps;
  code: CodeProps;
  diff: DiffProps;
  layout: LayoutProps;
  tabs: TabsProps;
  modal: ModalProps;
  divider: DividerProps;
  button: ButtonProps;
  links: LinksProps;
  form: FormProps;
  field: FieldProps;
  table: TableProps;
  list: ListProps;
  tree: TreeProps;
  keyValue: KeyValueProps;
  json: JsonProps;
  chart: ChartProps;
  graph: GraphProps;
  image: ImageProps;
  icon: IconProps;
  file: FileProps;
  player: PlayerProps;
  progress: ProgressProps;
  stepper: StepperProps;
  log: LogProps;
  timeline: TimelineProps;
  live: LiveProps;
  plan: PlanProps;
  approval: ApprovalProps;
  credential: CredentialProps;
  settings: SettingsProps;
  run: RunProps;
  workflow: WorkflowProps;
  chat: ChatProps;
}

export interface ComponentEvents {
  text: TextEvents;
  markdown: MarkdownEvents;
  code: CodeEvents;
  diff: DiffEvents;
  layout: LayoutEvents;
  tabs: TabsEvents;
  modal: ModalEvents;
  divider: DividerEvents;
  button: ButtonEvents;
  links: LinksEvents;
  form: FormEvents;
  field: FieldEvents;
  table: TableEvents;
  list: ListEvents;
  tree: TreeEvents;
  keyValue: KeyValueEvents;
  json: JsonEvents;
  chart: ChartEvents;
  graph: GraphEvents;
  image: ImageEvents;
  icon: IconEvents;
  file: FileEvents;
  player: PlayerEvents;
  progress: ProgressEvents;
  stepper: StepperEvents;
  log: LogEvents;
  timeline: TimelineEvents;
  live: LiveEvents;
  plan: PlanEvents;
  approval: ApprovalEvents;
  credential: CredentialEvents;
  settings: SettingsEvents;
  run: RunEvents;
  workflow: WorkflowEvents;
  chat: ChatEvents;
}
