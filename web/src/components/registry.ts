/** Which element draws which type of component: one file each, and one row each here. */

import type { Client } from "../client.ts";
import type { Desk } from "../desk.ts";
import { ApprovalComponent } from "./approval.ts";
import { ButtonComponent } from "./button.ts";
import { ChartComponent } from "./chart.ts";
import { ChatComponent } from "./chat.ts";
import { CodeComponent } from "./code.ts";
import type { ComponentName } from "./component.ts";
import { CredentialComponent } from "./credential.ts";
import { DiffComponent } from "./diff.ts";
import { DividerComponent } from "./divider.ts";
import { FieldComponent } from "./field.ts";
import { FileComponent } from "./file.ts";
import { FormComponent } from "./form.ts";
import { GraphComponent } from "./graph.ts";
import { IconComponent } from "./icon.ts";
import { ImageComponent } from "./image.ts";
import { JsonComponent } from "./json.ts";
import { KeyValueComponent } from "./key-value.ts";
import { LayoutComponent } from "./layout.ts";
import { LinksComponent } from "./links.ts";
import { ListComponent } from "./list.ts";
import { LiveComponent } from "./live.ts";
import { LogComponent } from "./log.ts";
import { MarkdownComponent } from "./markdown.ts";
import { ModalComponent } from "./modal.ts";
import { definePlace } from "./place.ts";
import { PlanComponent } from "./plan.ts";
import { PlayerComponent } from "./player.ts";
import { ProgressComponent } from "./progress.ts";
import { RunComponent } from "./run.ts";
import { SettingsComponent } from "./settings.ts";
import { StepperComponent } from "./stepper.ts";
import { TableComponent } from "./table.ts";
import { TabsComponent } from "./tabs.ts";
import { TextComponent } from "./text.ts";
import { TimelineComponent } from "./timeline.ts";
import { TreeComponent } from "./tree.ts";
import { WorkflowComponent } from "./workflow.ts";

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
