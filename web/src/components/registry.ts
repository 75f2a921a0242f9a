/** Which element draws which type of component: one file each, and one row each here. */

import type { Client } from "../client.ts";
import type { Desk } from "../desk.ts";
import { ApprovalComponent } from "./approval.ts";
import { ButtonComponent } from "./button.ts";
import { ChartComponent } from "./data/chart.ts";
import { ChatComponent } from "./chat.ts";
import { CodeComponent } from "./text/code.ts";
import type { ComponentName } from "./component.ts";
import { CredentialComponent } from "./form/credential.ts";
import { DiffComponent } from "./text/diff.ts";
import { DividerComponent } from "./arrangement/divider.ts";
import { FieldComponent } from "./form/field.ts";
import { FileComponent } from "./media/file.ts";
import { FormComponent } from "./form/form.ts";
import { GraphComponent } from "./graph/graph.ts";
import { IconComponent } from "./media/icon.ts";
import { ImageComponent } from "./media/image.ts";
import { JsonComponent } from "./text/json.ts";
import { KeyValueComponent } from "./text/key-value.ts";
import { LayoutComponent } from "./arrangement/layout.ts";
import { LinksComponent } from "./text/links.ts";
import { ListComponent } from "./text/list.ts";
import { LiveComponent } from "./live.ts";
import { LogComponent } from "./text/log.ts";
import { MarkdownComponent } from "./text/markdown.ts";
import { ModalComponent } from "./arrangement/modal.ts";
import { definePlace } from "./arrangement/place.ts";
import { PlanComponent } from "./plan.ts";
import { PlayerComponent } from "./media/player.ts";
import { ProgressComponent } from "./data/progress.ts";
import { RunComponent } from "./run/run.ts";
import { SettingsComponent } from "./settings/settings.ts";
import { StepperComponent } from "./arrangement/stepper.ts";
import { TableComponent } from "./data/table.ts";
import { TabsComponent } from "./arrangement/tabs.ts";
import { TextComponent } from "./text/text.ts";
import { TimelineComponent } from "./data/timeline.ts";
import { TreeComponent } from "./data/tree.ts";
import { WorkflowComponent } from "./workflow/workflow.ts";

const COMPONENTS: Record<ComponentName, CustomElementConstructor> = {
  approval: ApprovalComponent,
  button: ButtonComponent,
  chart: ChartComponent,
  chat: ChatComponent,
  code: CodeComponent,
  credential: CredentialComponent,
  diff: DiffComponent,
  divider: DividerComponent,
  field: FieldComponent,
  file: FileComponent,
  form: FormComponent,
  graph: GraphComponent,
  icon: IconComponent,
  image: ImageComponent,
  json: JsonComponent,
  keyValue: KeyValueComponent,
  layout: LayoutComponent,
  links: LinksComponent,
  list: ListComponent,
  live: LiveComponent,
  log: LogComponent,
  markdown: MarkdownComponent,
  modal: ModalComponent,
  plan: PlanComponent,
  player: PlayerComponent,
  progress: ProgressComponent,
  run: RunComponent,
  settings: SettingsComponent,
  stepper: StepperComponent,
  table: TableComponent,
  tabs: TabsComponent,
  text: TextComponent,
  timeline: TimelineComponent,
  tree: TreeComponent,
  workflow: WorkflowComponent,
};

export function registerComponents(desk: Desk, client: Client): void {
  const tags = new Map<string, string>();
  for (const [name, element] of Object.entries(COMPONENTS)) {
    const tag = `pollex-${name.toLowerCase()}`;
    customElements.define(tag, element);
    tags.set(name, tag);
  }
  definePlace(desk, client, tags);
}
